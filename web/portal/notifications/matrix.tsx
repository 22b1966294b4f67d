import type { Channel, NotificationKind } from '#domain/notifications/notification.ts'
import { notificationSentences } from '#domain/notifications/words.ts'
import { More } from '#web/design/ask.tsx'
import { Facts } from '#web/design/facts.tsx'
import { Icon } from '#web/design/icon.tsx'
import { useScope } from '#web/design/scope.ts'
import { useNotificationWords } from './words.ts'

interface MatrixProps {
  readonly kinds: readonly NotificationKind[]
  readonly channels: readonly Channel[]
  readonly isTicked: (kind: NotificationKind, channel: Channel) => boolean
}

/** Field name of a kind and channel. */
export function boxName(kind: NotificationKind, channel: Channel): string {
  return `${kind}-${channel}`
}

/** A log-in from a new device is always announced by e-mail, so that is not a choice. */
export function isOffered(kind: NotificationKind, channel: Channel): boolean {
  return kind !== 'new_log_in' || channel !== 'email'
}

/** What most choose among, and what is folded below it. */
const groups = {
  payments_received: 'money',
  payouts_done: 'money',
  payouts_failed: 'money',
  standing_order_refused: 'money',
  operator_down: 'service',
  webhook_failing: 'service',
  new_log_in: 'service',
  monthly_statement: 'money',
  live_answer: 'service',
} as const satisfies Readonly<Record<NotificationKind, string>>

/** A row for each kind, a column for each channel. */
export function ChannelMatrix({
  isOpen,
  ...props
}: MatrixProps & {
  /** Nothing is folded: something may be wrong. */
  readonly isOpen: boolean
}) {
  const words = useNotificationWords().choices
  const { kinds: names } = notificationSentences[useScope().language]
  const of = (group: (typeof groups)[NotificationKind]) =>
    props.kinds.filter((kind) => groups[kind] === group)
  return (
    <>
      <Boxes {...props} kinds={of('money')} caption={words.money} />
      <More title={words.service} isOpen={isOpen || of('money').length === 0}>
        <Boxes {...props} kinds={of('service')} caption={words.service} />
      </More>
      <More title={words.when}>
        <Facts
          facts={props.kinds.map((kind) => ({ label: names[kind], value: words.notes[kind] }))}
        />
      </More>
    </>
  )
}

function Boxes({ kinds, channels, isTicked, caption }: MatrixProps & { readonly caption: string }) {
  const words = useNotificationWords().choices
  const { kinds: names } = notificationSentences[useScope().language]
  if (kinds.length === 0) return null
  return (
    <table class="matrix">
      <caption class="sr">{caption}</caption>
      <thead>
        <tr>
          <th scope="col">{words.message}</th>
          {channels.map((channel) => (
            <th key={channel} scope="col">
              {words.channels[channel]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">{names[kind]}</th>
            {channels.map((channel) => (
              <td key={channel}>
                {isOffered(kind, channel) ? (
                  <label>
                    <span class="sr">{`${names[kind]}, ${words.channels[channel]}`}</span>
                    <input
                      type="checkbox"
                      name={boxName(kind, channel)}
                      value="oui"
                      checked={isTicked(kind, channel)}
                    />
                  </label>
                ) : (
                  <Icon name="check" label={words.always} />
                )}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
