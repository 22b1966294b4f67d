/** What each column of a file of payouts is called, and under which other names it is known. */
const namesOf = {
  numero: ['numero', 'telephone', 'tel', 'phone'],
  montant: ['montant', 'amount'],
  nom: ['nom', 'beneficiaire', 'name'],
  operateur: ['operateur', 'reseau', 'operator'],
  reference: ['reference', 'ref'],
  libelle: ['libelle', 'motif', 'description'],
} as const

export type PayoutColumn = keyof typeof namesOf

export const payoutColumns = Object.keys(namesOf) as readonly PayoutColumn[]
const neededColumns: readonly PayoutColumn[] = ['numero', 'montant']

/** Where each column stands in the file; others are not looked at. */
export type PayoutColumns = ReadonlyMap<PayoutColumn, number>

/** Reads the line of titles, whatever its accents and capitals. */
export function readPayoutColumns(cells: readonly string[]): {
  readonly columns: PayoutColumns
  readonly missing: readonly PayoutColumn[]
  readonly doubled: readonly PayoutColumn[]
} {
  const titles = cells.map(plainWords).map((words) => words.join(' '))
  const placesOf = (column: PayoutColumn): number[] => {
    const names: readonly string[] = namesOf[column]
    return titles.flatMap((title, at) => (names.includes(title) ? [at] : []))
  }
  const places = payoutColumns.map((column) => [column, placesOf(column)] as const)
  return {
    columns: new Map(places.flatMap(([column, [at]]) => (at === undefined ? [] : [[column, at]]))),
    missing: neededColumns.filter((column) => placesOf(column).length === 0),
    doubled: places.flatMap(([column, at]) => (at.length > 1 ? [column] : [])),
  }
}

/** The words of a text without accents, capitals and signs. */
export function plainWords(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** True where two names may be the same person's: a word of three letters in common, in any order. */
export function isSameName(one: string, other: string): boolean {
  const words = plainWords(other)
  const long = plainWords(one).filter((word) => word.length > 2)
  return long.length === 0 || long.some((word) => words.includes(word))
}
