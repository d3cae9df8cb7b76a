import type { ContentBlock } from "@modelcontextprotocol/sdk/types.js";

/** What a server sent, as text for the model: text as it is, the rest named. */
export function textOfContent(content: readonly ContentBlock[]): string {
  return content.map(textOfBlock).join("\n");
}

function textOfBlock(block: ContentBlock): string {
  switch (block.type) {
    case "text":
      return block.text;
    case "image":
    case "audio":
      return `[${block.type}, ${block.mimeType}, ${size(block.data)}]`;
    case "resource_link":
      return `[resource ${block.name}: ${block.uri}]`;
    case "resource": {
      const { resource } = block;
      if ("text" in resource) return resource.text;
      return `[resource ${resource.uri}, ${resource.mimeType ?? "binary"}, ${size(resource.blob)}]`;
    }
  }
}

function size(base64: string): string {
  return `${Math.ceil((base64.length * 3) / 4 / 1024)} kB`;
}
