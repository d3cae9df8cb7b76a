import type { Engine, JsonObject } from "../../index.ts";
import { hookEvent } from "./hook-events.ts";
import { asHooks, isOfHooks } from "./origin.ts";

/** Something that happened in the agent; what it says is in `message`, `status`, `error` or `content`. */
export interface BusEvent {
  readonly event_type: string;
  readonly [field: string]: unknown;
}

/** Where an agent's events go through; an `EventEmitter` becomes one with `on: (listener) => emitter.on("event", listener)`. */
export interface EventBus {
  on(listener: (event: BusEvent) => void): unknown;
  emit(event: BusEvent): unknown;
}

/** The events that people are told of. */
const notified: ReadonlySet<string> = new Set(["status", "system_message", "error"]);

/** Where events say what happened, the first that is there. */
const messageFields = ["message", "status", "error", "content"];

/**
 * Fires Notification for every STATUS, SYSTEM_MESSAGE and ERROR on the bus, without holding it, and tells the bus when hooks start,
 * complete and fail. What hooks cause fires no hook again. The function that comes back ends both.
 */
export function connectEventBus(engine: Engine, bus: EventBus): () => void {
  let connected = true;
  bus.on((event) => {
    // A bus carries what others put on it.
    const type = String(event.event_type).toLowerCase();
    if (!connected || !notified.has(type) || isOfHooks(event)) return;
    // The only failure is an engine that was closed meanwhile: then there is nobody to tell.
    void asHooks(() => engine.fire("Notification", notificationOf(event, type))).catch(() => {});
  });
  const stopListening = engine.listen((notice) => {
    const event = hookEvent(engine, notice);
    if (event) asHooks(() => bus.emit(event));
  });
  return () => {
    connected = false;
    stopListening();
  };
}

function notificationOf(event: BusEvent, type: string): JsonObject {
  const { session_id: session, timestamp } = event;
  const at = timestamp instanceof Date ? timestamp.toISOString() : timestamp;
  return {
    message: messageOf(event),
    notification_type: type,
    ...(typeof session === "string" && { session_id: session }),
    ...(typeof at === "string" && { timestamp: at }),
  };
}

function messageOf(event: BusEvent): string {
  const said = messageFields.map((name) => event[name]).find((value) => value !== undefined);
  if (said instanceof Error) return said.message;
  return typeof said === "string" ? said : (JSON.stringify(said) ?? "");
}
