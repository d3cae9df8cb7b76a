// Answers every POST with an empty object; a process of its own for `http.mjs`, which ends it.
import { createServer } from "node:http";

const server = createServer((incoming, response) => {
  incoming.resume();
  incoming.on("end", () => response.setHeader("content-type", "application/json").end("{}"));
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => process.send({ port: server.address().port }));
process.on("disconnect", () => process.exit());
