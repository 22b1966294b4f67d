import { encode } from 'uqr'

export interface QrProps {
  readonly text: string
  /** A description of what the code opens. */
  readonly label: string
}

/** A QR code, black on white in both themes: cameras read no other way round. */
export function Qr({ text, label }: QrProps) {
  const { size, path } = qrPath(text)
  return (
    <figure class="qr">
      <svg
        viewBox={`0 0 ${size} ${size}`}
        role="img"
        aria-label={label}
        shape-rendering="crispEdges"
      >
        <path d={path} fill="currentColor" />
      </svg>
    </figure>
  )
}

/** The dark squares as one path in units of a square, rows run together; the quiet border is the caller’s. */
export function qrPath(text: string): { readonly size: number; readonly path: string } {
  const { size, data } = encode(text, { ecc: 'M', border: 0 })
  const runs = data.flatMap((row, y) =>
    runsOf(row).map(([x, long]) => `M${x} ${y}h${long}v1h-${long}z`),
  )
  return { size, path: runs.join('') }
}

/** Where a run of dark squares begins in a row, and its length. */
function runsOf(row: readonly boolean[]): [start: number, length: number][] {
  const runs: [number, number][] = []
  for (const [x, isDark] of row.entries()) {
    const last = runs.at(-1)
    if (!isDark) continue
    if (last && last[0] + last[1] === x) last[1] += 1
    else runs.push([x, 1])
  }
  return runs
}
