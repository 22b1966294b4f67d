import type { ComponentChildren } from 'preact'
import { Icon, type IconName } from './icon.tsx'
import { useDesignWords } from './words.tsx'

interface Look {
  /** One primary button per page; the others are quiet. */
  readonly look?: 'quiet' | 'danger'
  /** As wide as its container: the main action of a page on a phone. */
  readonly isFull?: boolean
  readonly icon?: IconName
  readonly iconAfter?: IconName
  readonly children: ComponentChildren
}

/** Submits its form, once, and shows a spinner until the next page arrives. */
export function Button({ action, name, value, isOff, ...look }: ButtonProps) {
  return (
    <button
      class={classOf(look)}
      type="submit"
      formAction={action}
      name={name}
      value={value}
      disabled={isOff}
    >
      {contentOf(look)}
    </button>
  )
}

type ButtonProps = Look & {
  /** Where it sends its form, if not where the form says. */
  readonly action?: string
  readonly name?: string
  readonly value?: string
  readonly isOff?: boolean
}

/** A link that looks like a button, to one of our pages or to one that opens in another tab. */
export function ButtonLink({
  href,
  isElsewhere,
  ...look
}: Look & { readonly href: string; readonly isElsewhere?: boolean }) {
  const beside = isElsewhere && { target: '_blank', rel: 'noopener' }
  return (
    <a class={classOf(look)} href={href} {...beside}>
      {contentOf(look)}
    </a>
  )
}

/** Puts a text into the clipboard, and says so. */
export function CopyButton({
  text,
  children,
}: {
  readonly text: string
  readonly children: string
}) {
  return (
    <button
      class="button quiet"
      type="button"
      data-copy={text}
      data-copied={useDesignWords().copied}
    >
      <Icon name="copy" />
      <span aria-live="polite">{children}</span>
    </button>
  )
}

/** A short text, copied with one tap. */
export function CopyText({
  text,
  label,
  children,
}: {
  readonly text: string
  readonly label: string
  readonly children: string
}) {
  return (
    <button
      class="copied"
      type="button"
      data-copy={text}
      data-copied={useDesignWords().copied}
      title={`${label} ${text}`}
    >
      <Icon name="copy" />
      <span aria-live="polite">{children}</span>
    </button>
  )
}

/** Prints the page, or saves it if the browser can; shown only if JavaScript runs. */
export function PrintButton({ children }: { readonly children: string }) {
  return (
    <button class="button quiet" type="button" data-print hidden>
      <Icon name="download" />
      <span>{children}</span>
    </button>
  )
}

function contentOf({ icon, iconAfter, children }: Look) {
  return (
    <>
      {icon && <Icon name={icon} />}
      <span>{children}</span>
      {iconAfter && <Icon name={iconAfter} />}
    </>
  )
}

function classOf({ look, isFull }: Look): string {
  return ['button', look, isFull && 'full'].filter(Boolean).join(' ')
}
