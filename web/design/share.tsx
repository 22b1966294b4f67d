import { ButtonLink } from './button.tsx'
import { Icon } from './icon.tsx'
import { useDesignWords } from './words.tsx'

export interface ShareProps {
  /** A few words that describe it, before its address. */
  readonly text: string
  /** The complete address, as others open it. */
  readonly url: string
}

/**
 * Ways to share an address: WhatsApp and SMS open with a text that names nobody; the phone's share sheet, if it has
 * one.
 */
export function Share({ text, url }: ShareProps) {
  const message = encodeURIComponent(`${text}\n${url}`)
  return (
    <div class="row actions">
      <ButtonLink href={`https://wa.me/?text=${message}`} look="quiet" isElsewhere>
        WhatsApp
      </ButtonLink>
      <ButtonLink href={`sms:?&body=${message}`} look="quiet">
        SMS
      </ButtonLink>
      <button class="button quiet" type="button" data-share={url} data-text={text} hidden>
        <Icon name="right" />
        <span>{useDesignWords().share}</span>
      </button>
    </div>
  )
}
