import type { ComponentChildren } from 'preact'

/** A merchant as pages name it. */
export interface ShownMerchant {
  readonly publicName: string
  /** A path of this service: pages load no picture from elsewhere. */
  readonly logoPath: string | null
}

export interface MerchantHeadProps {
  readonly merchant: ShownMerchant
  /** The line under the name: an address, or what the page is for. */
  readonly note?: string | null
  /** At the right: a link, a badge. */
  readonly children?: ComponentChildren
}

/** The head of a page that speaks for a merchant: logo, or initials if there is none, and name. */
export function MerchantHead({ merchant, note, children }: MerchantHeadProps) {
  return (
    <header class="top">
      <MerchantMark {...merchant} />
      <p class="who">
        <b>{merchant.publicName}</b>
        {note && <span class="soft small">{note}</span>}
      </p>
      {children}
    </header>
  )
}

/** The logo, or initials if there is none; the name is next to it. */
export function MerchantMark({ publicName, logoPath }: ShownMerchant) {
  return (
    <span class={logoPath === null ? 'mark' : 'mark logo'} aria-hidden="true">
      {logoPath === null ? (
        initialsOf(publicName)
      ) : (
        <img src={logoPath} alt="" width="44" height="44" />
      )}
    </span>
  )
}

/** `Boutique Ganhi` as `BG`. */
export function initialsOf(name: string): string {
  const words = name.match(/[\p{L}\p{N}]+/gu) ?? []
  const ends = words.length > 1 ? [words[0], words.at(-1)] : words
  return ends.map((word) => (Array.from(word ?? '')[0] ?? '').toUpperCase()).join('')
}
