/** How far along, of a known way. */
export function Progress({
  label,
  value,
  max,
}: {
  readonly label: string
  readonly value: number
  readonly max: number
}) {
  return <progress aria-label={label} value={value} max={max} />
}

/** Something runs; nobody knows how long. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <p class="row" role="status">
      <span class="spin" aria-hidden="true" />
      {label}
    </p>
  )
}

/** The shape of text that is on its way. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div class="stack" aria-hidden="true">
      {Array.from({ length: lines }, (_, at) => (
        <div class="bone" key={at} />
      ))}
    </div>
  )
}
