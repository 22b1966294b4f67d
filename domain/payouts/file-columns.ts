import type { Language } from '#domain/text/language.ts'

/** The name of each column of a file of payouts, and its aliases. */
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

/** The name by which each language calls a column. */
export const payoutColumnTitles: Readonly<
  Record<Language, { readonly [Column in PayoutColumn]: (typeof namesOf)[Column][number] }>
> = {
  fr: {
    numero: 'numero',
    montant: 'montant',
    nom: 'nom',
    operateur: 'operateur',
    reference: 'reference',
    libelle: 'description',
  },
  en: {
    numero: 'phone',
    montant: 'amount',
    nom: 'name',
    operateur: 'operator',
    reference: 'reference',
    libelle: 'description',
  },
}

const neededColumns: readonly PayoutColumn[] = ['numero', 'montant']

/** The position of each column in the file; others are ignored. */
export type PayoutColumns = ReadonlyMap<PayoutColumn, number>

/** Parses the header line, ignoring accents and case. */
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

/** The words of a text without accents, capitals and punctuation. */
export function plainWords(text: string): string[] {
  const plain = text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase()
  return plain.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '')
}

/** True if two names may belong to the same person: they share a word of three letters or more, in any order. */
export function isSameName(one: string, other: string): boolean {
  const words = plainWords(other)
  const long = plainWords(one).filter((word) => word.length > 2)
  return long.length === 0 || long.some((word) => words.includes(word))
}
