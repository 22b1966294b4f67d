const otherFigures = /[\u0660-\u0669\u06F0-\u06F9\uFF10-\uFF19]/g
const between = /[\s\p{Cf}]/gu

/** The same with figures from 0 to 9, without spaces and the invisible marks that come along with a copied text. */
export function plainFigures(typed: string): string {
  return typed
    .replaceAll(otherFigures, (figure) => String(figure.charCodeAt(0) % 16))
    .replaceAll(between, '')
}
