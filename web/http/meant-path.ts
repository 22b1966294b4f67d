const shared = /^\/(p|live\/pay|sandbox\/pay|verification|factures)\/(.+)$/iu
/**
 * What is behind the last of these is none of an address: words of links end with a letter or a digit, codes also with
 * `-` or `_`.
 */
const ofWord = /[\p{L}\p{M}\p{N}_-]/u
/** Their codes tell capitals apart, as those behind the name of a link do. */
const ofCodes = new Set(['verification', 'factures'])

/**
 * The path that is meant by one that was copied with the full stop behind it, or typed in capitals; undefined if it is
 * right as it is, or is none that people share.
 */
export function meantPath(path: string): string | undefined {
  const typed = decoded(path)
  const [, place, rest] = shared.exec(typed) ?? []
  if (place === undefined || rest === undefined) return undefined
  const parts = partsOf(place.toLowerCase(), rest)
  return parts === undefined || parts.join('/') === typed.slice(1)
    ? undefined
    : `/${parts.map(encodeURIComponent).join('/')}`
}

function partsOf(folder: string, rest: string): readonly string[] | undefined {
  const all = withoutMarks(rest).split('/')
  const [name, ...codes] = all.filter((part) => /[^.]/.test(part))
  if (name === undefined) return undefined
  return [...folder.split('/'), ofCodes.has(folder) ? name : name.toLowerCase(), ...codes]
}

/** From the end, character by character: a pattern that looks for its end would start again at each mark. */
function withoutMarks(text: string): string {
  const characters = Array.from(text)
  return characters.slice(0, characters.findLastIndex((each) => ofWord.test(each)) + 1).join('')
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return ''
  }
}
