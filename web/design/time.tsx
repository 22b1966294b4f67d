import { isoTime, localTimeText } from '#domain/text/text.ts'
import { useScope } from './scope.ts'
import { clockText, listTime, relativeTime } from './time-text.ts'

/** A time as people say it, with the exact one in its title. */
export function Time({ at }: { readonly at: Date }) {
  const { now, language } = useScope()
  return (
    <time dateTime={isoTime(at)} title={localTimeText(at, language)}>
      {relativeTime(at, now, language)}
    </time>
  )
}

/** A time in a list, with the exact one in its title. */
export function ListTime({ at }: { readonly at: Date }) {
  const { now, language } = useScope()
  return (
    <time dateTime={isoTime(at)} title={localTimeText(at, language)}>
      {listTime(at, now, language)}
    </time>
  )
}

/** A time of today by its clock alone, with the exact one in its title. */
export function ClockTime({ at }: { readonly at: Date }) {
  const { language } = useScope()
  return (
    <time dateTime={isoTime(at)} title={localTimeText(at, language)}>
      {clockText(at)}
    </time>
  )
}

/** A time to the second, as a receipt gives it. */
export function ExactTime({ at }: { readonly at: Date }) {
  const { language } = useScope()
  return <time dateTime={isoTime(at)}>{localTimeText(at, language)}</time>
}
