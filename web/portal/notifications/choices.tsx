import {
  type Channel,
  channels as allChannels,
  channelsFor,
  kindNames,
  type NotificationChoices,
  type NotificationKind,
  notificationKinds,
} from '#domain/notifications/notification.ts'
import { notificationSentences } from '#domain/notifications/words.ts'
import { hasPortalPermission } from '#domain/people/person.ts'
import { groupedPhone, parsePhone } from '#domain/phone/phone.ts'
import {
  chooseNotifications,
  type ChosenNotifications,
  readChoices,
} from '#use-cases/notifications/choose.ts'
import type { Language } from '#domain/text/language.ts'
import type { WebContext } from '#web/context.ts'
import { More } from '#web/design/ask.tsx'
import { Facts } from '#web/design/facts.tsx'
import { TextField } from '#web/design/field.tsx'
import type { FieldFault } from '#web/design/form.tsx'
import { Icon } from '#web/design/icon.tsx'
import { useScope } from '#web/design/scope.ts'
import { doneAt, html } from '#web/http/answer.ts'
import { errorAt, FieldRefusal } from '#web/http/refused.ts'
import { languageName } from '#web/http/language.ts'
import type { PageRoute } from '#web/http/route.ts'
import { internationalPhone } from '#web/payer/typed.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, type PortalInput, portalPage, usePortal } from '#web/portal/portal-page.ts'
import { portalWrite } from '#web/portal/portal-write.ts'
import { WriteForm } from '#web/portal/write-form.tsx'
import { notificationWords, useNotificationWords } from './words.ts'

/** Where a person chooses which notifications they get, and on which channels. */
export function notificationChoicePages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.notificationChoices,
      handler: async (input) => html(await choicePage(context, input)),
    }),
    portalWrite(context, {
      path: paths.notificationChoices,
      read: (input) => readForm(context, input),
      act: (_, { session: { person } }) => ({
        act: 'notifications.choose',
        subject: { kind: 'person', id: person.id },
      }),
      async work(chosen, { session, language }) {
        await chooseNotifications(database, session.person.id, chosen)
        return doneAt(paths.notificationChoices, notificationWords[language].choices.saved)
      },
      again: (input, faults) => choicePage(context, input, faults),
    }),
  ]
}

const phoneField = 'telephone'

/** The kinds that this person is allowed to receive. */
function kindsFor({ person }: Portal): readonly NotificationKind[] {
  return kindNames.filter((kind) => {
    const { permission } = notificationKinds[kind]
    return permission === null || hasPortalPermission(person, permission)
  })
}

function channelsHere({ messageChannels }: WebContext): readonly Channel[] {
  return allChannels.filter((channel) => channel === 'email' || messageChannels.includes(channel))
}

function readForm(
  context: WebContext,
  { form, session, language }: PortalInput,
): ChosenNotifications {
  const words = notificationWords[language].choices
  const here = channelsHere(context)
  const chosen = kindsFor(session).map((kind) => {
    const ticked = here.filter((channel) => form.text(boxName(kind, channel)) !== '')
    return [kind, ticked.filter((channel) => isOffered(kind, channel))] as const
  })
  const channels: NotificationChoices = Object.fromEntries(chosen)
  const typed = form.text(phoneField)
  const isNeeded = chosen.some(([, ticked]) => ticked.some((channel) => channel !== 'email'))
  if (typed === '' && isNeeded) throw wrongPhone(words.missingPhone)
  if (typed === '') return { channels, phone: null }
  const local = /^01\d{8}$/.test(typed.replaceAll(/\D/g, '')) ? `+229${typed}` : typed
  const phone = parsePhone(internationalPhone(local))
  if (!phone.ok) throw wrongPhone(words.wrongPhone)
  return { channels, phone: phone.value.phone }
}

function wrongPhone(message: string): FieldRefusal {
  return new FieldRefusal([{ field: phoneField, message }])
}

async function choicePage(
  context: WebContext,
  { session, form, method }: PortalInput,
  faults: readonly FieldFault[] = [],
) {
  const kept = await readChoices(context.database, session.person.id)
  const isTicked = (kind: NotificationKind, channel: Channel): boolean =>
    method === 'POST'
      ? form.text(boxName(kind, channel)) !== ''
      : channelsFor(kind, kept?.channels ?? null).includes(channel)
  const phone = method === 'POST' ? form.text(phoneField) : (kept?.phone ?? '')
  const shown = method === 'POST' || phone === '' ? phone : groupedPhone(phone)
  return (
    <ChoicePage
      channels={channelsHere(context)}
      isTicked={isTicked}
      phone={shown}
      faults={faults}
    />
  )
}

interface ChoicePageProps {
  readonly channels: readonly Channel[]
  readonly isTicked: (kind: NotificationKind, channel: Channel) => boolean
  readonly phone: string
  readonly faults: readonly FieldFault[]
}

function ChoicePage({ channels, isTicked, phone, faults }: ChoicePageProps) {
  const portal = usePortal()
  const words = useNotificationWords().choices
  const hasMessages = channels.length > 1
  return (
    <PortalFrame title={words.title}>
      <p>
        <a href={paths.account}>{words.account}</a>
      </p>
      <h1>{words.title}</h1>
      <p class="soft">{words.text}</p>
      <WrittenLanguage written={portal.person.language ?? 'fr'} />
      <div class="card stack narrow">
        <WriteForm action={paths.notificationChoices} faults={faults} button={words.save}>
          <ChannelMatrix
            kinds={kindsFor(portal)}
            channels={channels}
            isTicked={isTicked}
            isOpen={faults.length > 0}
          />
          {hasMessages && (
            <div class="reached">
              <TextField
                name={phoneField}
                label={words.phone}
                hint={words.phoneHint}
                inputMode="text"
                autocomplete="tel"
                value={phone}
                error={errorAt(faults, phoneField)}
                maxLength={24}
                isFilter
              />
            </div>
          )}
        </WriteForm>
      </div>
    </PortalFrame>
  )
}

/** The language of messages, and the link to change it, which changes the portal too. */
function WrittenLanguage({ written }: { readonly written: Language }) {
  const words = useNotificationWords().choices
  const other = written === 'en' ? 'fr' : 'en'
  return (
    <p class="soft">
      {words.written[written]}{' '}
      <a href={`${paths.notificationChoices}?${languageName}=${other}`} rel="nofollow">
        {words.write[other]}
      </a>
    </p>
  )
}

interface MatrixProps {
  readonly kinds: readonly NotificationKind[]
  readonly channels: readonly Channel[]
  readonly isTicked: (kind: NotificationKind, channel: Channel) => boolean
}

/** Field name of a kind and channel. */
function boxName(kind: NotificationKind, channel: Channel): string {
  return `${kind}-${channel}`
}

/** A log-in from a new device is always announced by e-mail, so that is not a choice. */
function isOffered(kind: NotificationKind, channel: Channel): boolean {
  return kind !== 'new_log_in' || channel !== 'email'
}

/** What most choose among, and what is folded below it. */
const groups = {
  payments_received: 'money',
  payouts_done: 'money',
  payouts_failed: 'money',
  standing_order_refused: 'money',
  account_answer: 'money',
  operator_down: 'service',
  webhook_failing: 'service',
  new_log_in: 'service',
  monthly_statement: 'money',
  live_answer: 'service',
} as const satisfies Readonly<Record<NotificationKind, string>>

/** A row for each kind, a column for each channel. */
function ChannelMatrix({
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
