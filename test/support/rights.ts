/** The table of rights on a page: for each right, whether each role has it. */
export function ticksIn(text: string): ReadonlyMap<string, readonly boolean[]> {
  const [, table = ''] =
    /<caption class="sr">[^<]*Droits de chaque rôle.*?<tbody[^>]*>(.*?)<\/tbody>/s.exec(text) ?? []
  const rows = table.split('<tr ').slice(1)
  return new Map(
    rows.map((row) => {
      const [name = '', ...cells] = row.split('<td ').slice(1)
      return [
        name.replace(/^[^>]*>|<.*$/gs, ''),
        cells.map((cell) => cell.includes('aria-label="Oui"')),
      ]
    }),
  )
}
