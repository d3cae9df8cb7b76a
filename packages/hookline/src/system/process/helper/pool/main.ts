import { Socket } from "node:net";
import { serve } from "./serve.ts";

/** The descriptor of our end of the engine's socket. */
const socketAt = 3;

/** An engine that only pauses is waited for; what it sent is kept by the system until then. */
const socket = new Socket({ fd: socketAt, readable: true, writable: true });
for (const signal of ["SIGTERM", "SIGINT", "SIGHUP"]) process.on(signal, () => socket.destroy());
serve(socket).then(() => process.exit());
