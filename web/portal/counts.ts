/** A count as French is set: `1 250`. */
export function countText(count: number): string {
  return String(count).replaceAll(/\B(?=(?:\d{3})+$)/g, '\u202F')
}
