/** A line of a file, by the titles of its columns. */
export type Row = Readonly<Record<string, string>>

/** The rows of a file, by the titles of their columns. */
export function tableOf(text: string): Row[] {
  const [titles = [], ...rows] = text
    .replace('\uFEFF', '')
    .trim()
    .split(/\r?\n/)
    .map((line) => line.split(';').map((cell) => cell.replaceAll('"', '')))
  return rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, row[at] ?? ''])))
}

/** The sum of a column. */
export function sumOf(rows: readonly Row[], title: string): number {
  return rows.reduce((sum, row) => sum + Number(row[title] ?? Number.NaN), 0)
}

/** `12 500 F CFA`, with plain spaces. */
export function francs(amount: number): string {
  return `${String(amount).replaceAll(/\B(?=(\d{3})+$)/g, ' ')} F CFA`
}

/** What a page says, with plain spaces. */
export function spoken(text: string): string {
  return text.replaceAll(/<[^>]*>/g, ' ').replaceAll(/[\s\u00A0\u202F]+/g, ' ')
}
