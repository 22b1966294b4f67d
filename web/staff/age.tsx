import { exactTime } from '#web/design/time-text.ts'
import { isoTime } from '#domain/text/text.ts'
import { useScope } from '#web/design/scope.ts'

const minuteMs = 60_000
const hourMs = 60 * minuteMs
const dayMs = 24 * hourMs

/** What waits longer is shown as late. */
const lateMs = dayMs

export function isLate(since: Date, now: Date): boolean {
  return now.getTime() - since.getTime() >= lateMs
}

/** How long something has waited: `< 1 min`, `12 min`, `5 h`, `2 j 4 h`, `40 j`. */
function ageText(since: Date, now: Date): string {
  const ms = Math.max(0, now.getTime() - since.getTime())
  if (ms < minuteMs) return '<\u00A01\u00A0min'
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)}\u00A0min`
  if (ms < dayMs) return `${Math.floor(ms / hourMs)}\u00A0h`
  const days = Math.floor(ms / dayMs)
  const hours = Math.floor((ms % dayMs) / hourMs)
  return days > 6 || hours === 0 ? `${days}\u00A0j` : `${days}\u00A0j ${hours}\u00A0h`
}

/** Since when something waits, with the exact time in its title. */
export function Age({ since }: { readonly since: Date }) {
  const { now } = useScope()
  return (
    <time dateTime={isoTime(since)} title={exactTime(since)} class="num">
      {ageText(since, now)}
    </time>
  )
}
