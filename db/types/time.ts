/** A database time, or null. */
export function timeOf(column: string | null): Date | null {
  return column === null ? null : new Date(column)
}
