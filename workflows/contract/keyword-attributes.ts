import { searchAttributes } from '#workflows/contract.ts'

/** Our search attributes as they are registered on a namespace. */
export const keywordAttributes: Readonly<Record<string, 'Keyword'>> = Object.fromEntries(
  Object.values(searchAttributes).map(({ name }) => [name, 'Keyword']),
)
