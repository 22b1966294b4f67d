const quote = 0x22
const backslash = 0x5c
const colon = 0x3a
const openings: ReadonlySet<number> = new Set([0x5b, 0x7b])
const closings: ReadonlySet<number> = new Set([0x5d, 0x7d])

/** Nesting and object members of a JSON text, in one pass that also works on invalid JSON. */
export function shapeOfJson(text: string): { depth: number; members: number } {
  let level = 0
  let depth = 0
  let members = 0
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at)
    if (character === quote) at = endOfString(text, at)
    else if (character === colon) members += 1
    else if (openings.has(character)) depth = Math.max(depth, (level += 1))
    else if (closings.has(character)) level -= 1
  }
  return { depth, members }
}

function endOfString(text: string, start: number): number {
  let at = start + 1
  while (at < text.length && text.charCodeAt(at) !== quote) {
    at += text.charCodeAt(at) === backslash ? 2 : 1
  }
  return at
}
