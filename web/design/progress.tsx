import type { ComponentChildren } from 'preact'
import { useScope } from './scope.ts'
import { ClockTime } from './time.tsx'
import { useDesignWords } from './words.tsx'

/** Progress towards a known end. */
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

/**
 * The time that something still waits, of its whole time; the page's script counts down, and says if the network is
 * down.
 */
export function TimeLeft({
  from,
  until,
  said,
}: {
  readonly from: Date
  readonly until: Date
  /** The text below, with both times. */
  readonly said?: (from: ComponentChildren, until: ComponentChildren) => ComponentChildren
}) {
  const { now } = useScope()
  const words = useDesignWords()
  const left = Math.max(0, secondsBetween(now, until))
  return (
    <div>
      <Progress label={words.timeLeft} value={left} max={secondsBetween(from, until)} />
      <p class="soft small center">
        {words.timeLeftLine}{' '}
        <span class="num" role="timer" aria-live="off" data-left={left}>
          {left >= 60 ? `${Math.floor(left / 60)}\u00A0min` : `${left}\u00A0s`}
        </span>
      </p>
      <p class="away small" role="status" hidden>
        {words.away}
      </p>
      {said && (
        <p class="soft small center">{said(<ClockTime at={from} />, <ClockTime at={until} />)}</p>
      )}
    </div>
  )
}

function secondsBetween(from: Date, to: Date): number {
  return Math.round((to.getTime() - from.getTime()) / 1000)
}

/** Something is running for an unknown time. */
export function Spinner({ label }: { readonly label: string }) {
  return (
    <p class="row" role="status">
      <span class="spin" aria-hidden="true" />
      {label}
    </p>
  )
}

/** A placeholder in the shape of text that is loading. */
export function Skeleton({ lines }: { readonly lines: number }) {
  return (
    <div class="stack" aria-hidden="true">
      {Array.from({ length: lines }, (_, at) => (
        <div class="bone" key={at} />
      ))}
    </div>
  )
}
