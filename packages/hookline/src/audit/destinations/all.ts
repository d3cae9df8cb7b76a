import type { Destination } from "./destination.ts";
import { file } from "./file.ts";
import { http } from "./http.ts";
import { otel } from "./otel.ts";
import { postgres } from "./postgres.ts";
import { syslog } from "./syslog.ts";

/** Every kind of destination. */
export const allDestinations: readonly Destination[] = [file, syslog, http, otel, postgres];
