/** What French typing forbids. A list of signs to type, as in « _ . : / - », has no-break spaces throughout. */
export function typingFaults(text: string): string[] {
  return [...text.matchAll(/'| (?=[:;!?»])|(?<=«) /g)].map(
    ({ index }) => `at ${index}: ${JSON.stringify(text.slice(Math.max(0, index - 8), index + 8))}`,
  )
}
