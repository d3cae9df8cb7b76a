import { AsyncLocalStorage } from "node:async_hooks";

/** What `origin` says of an event on the bus that a hook has caused. */
export const hookOrigin = "hook";

const hooks = new AsyncLocalStorage<boolean>();

/** Does something on behalf of hooks: what is emitted on the way, now or later, was caused by them. */
export function asHooks<T>(act: () => T): T {
  return hooks.run(true, act);
}

/** Does something on behalf of the agent again, such as the tool that hooks have let through. */
export function asAgent<T>(act: () => T): T {
  return hooks.run(false, act);
}

/** True for an event that hooks have caused: it is tagged, or it is emitted while they run. */
export function isOfHooks({ origin }: { readonly [field: string]: unknown }): boolean {
  return origin === hookOrigin || hooks.getStore() === true;
}
