/** A time of the database, null where it has none. */
export function timeOf(column: string | null): Date | null {
  return column === null ? null : new Date(column)
}
