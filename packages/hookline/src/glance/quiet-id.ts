/**
 * A new UUIDv7 for an event that is answered at a glance. No process carries it, and nobody gains by guessing it: so it is not worth the time
 * that it takes to ask the system for what cannot be guessed.
 */
export function quietId(): string {
  const time = digits(Date.now(), 12);
  const variant = digits(0x8000 + Math.floor(Math.random() * 0x4000), 4);
  return `${time.slice(0, 8)}-${time.slice(8)}-7${random(3)}-${variant}-${random(12)}`;
}

function random(count: number): string {
  return digits(Math.floor(Math.random() * 16 ** count), count);
}

function digits(value: number, count: number): string {
  return value.toString(16).padStart(count, "0");
}
