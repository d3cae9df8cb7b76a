/** Calls back when the event loop has read all that had happened by now; one immediate can come before the read. */
export function afterPoll(action: () => void): void {
  setImmediate(() => setImmediate(action));
}
