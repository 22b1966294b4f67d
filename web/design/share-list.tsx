export interface ShareRow {
  readonly label: string
  readonly href?: string | undefined
  /** A path of this service: the colours of an operator. */
  readonly picture?: string | undefined
  /** At or above zero. */
  readonly value: number
  /** As it is said: `12 500 F CFA`. */
  readonly text: string
  /** Additional text: `12 paiements`. */
  readonly note?: string
}

/** The parts of a whole, the largest first, each with a bar relative to the largest. */
export function ShareList({ rows }: { readonly rows: readonly ShareRow[] }) {
  const top = Math.max(1, ...rows.map(({ value }) => value))
  return (
    <ul class="shares">
      {rows.map(({ label, href, picture, value, text, note }) => (
        <li key={href ?? label}>
          <div class="row spread">
            {picture && <img src={picture} alt="" width="24" height="24" />}
            <span class="who">{href === undefined ? label : <a href={href}>{label}</a>}</span>
            <b class="num">{text}</b>
          </div>
          <svg viewBox="0 0 100 2" preserveAspectRatio="none" aria-hidden="true">
            <rect width={Math.round((value / top) * 1000) / 10} height="2" />
          </svg>
          {note && <p class="soft small">{note}</p>}
        </li>
      ))}
    </ul>
  )
}
