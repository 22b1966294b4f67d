import { localClock } from '#domain/text/local-day.ts'
import type { Language } from '#domain/text/language.ts'
import { isoTime, localTimeText } from '#domain/text/text.ts'
import { useScope } from './scope.ts'
import { listTime, relativeTime } from './time-text.ts'

/** A time as people say it, with the exact one in its title. */
export const Time = titled(relativeTime)

/** A time in a list, with the exact one in its title. */
export const ListTime = titled(listTime)

/** Only the time of day for today, with the exact time in its title. */
export const ClockTime = titled(localClock)

/** A time to the second, as a receipt gives it. */
export function ExactTime({ at }: { readonly at: Date }) {
  const { language } = useScope()
  return <time dateTime={isoTime(at)}>{localTimeText(at, language)}</time>
}

function titled(textOf: (time: Date, now: Date, language: Language) => string) {
  return function TitledTime({ at }: { readonly at: Date }) {
    const { now, language } = useScope()
    return (
      <time dateTime={isoTime(at)} title={localTimeText(at, language)}>
        {textOf(at, now, language)}
      </time>
    )
  }
}
