import { createHmac } from "node:crypto";

/** The headers of Standard Webhooks for one message: the id stays the same when it is sent again. */
export function webhookHeaders(
  id: string,
  body: Uint8Array,
  secret: string,
  nowMs: number,
): { readonly [name: string]: string } {
  const timestamp = String(Math.floor(nowMs / 1000));
  const signature = createHmac("sha256", keyOf(secret))
    .update(`${id}.${timestamp}.`)
    .update(body)
    .digest("base64");
  return { "webhook-id": id, "webhook-timestamp": timestamp, "webhook-signature": `v1,${signature}` };
}

/** A secret that begins with `whsec_` is base64, as Standard Webhooks has it; any other is taken as it is. */
function keyOf(secret: string): Buffer {
  const encoded = secret.startsWith("whsec_") ? secret.slice("whsec_".length) : null;
  return encoded === null ? Buffer.from(secret) : Buffer.from(encoded, "base64");
}
