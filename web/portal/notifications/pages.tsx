import type { NotificationDetails, NotificationKind } from '#domain/notifications/notification.ts'
import { daysOfMonth } from '#domain/text/local-day.ts'
import { notificationText } from '#domain/notifications/words.ts'
import {
  listNotifications,
  markRead,
  type ShownNotification,
} from '#use-cases/notifications/read.ts'
import type { Place } from '#use-cases/merchants/list-places.ts'
import type { WebContext } from '#web/context.ts'
import { Button } from '#web/design/button.tsx'
import { Empty } from '#web/design/empty.tsx'
import { Form } from '#web/design/form.tsx'
import { Notice } from '#web/design/notice.tsx'
import { Time } from '#web/design/time.tsx'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { PortalFrame } from '#web/portal/frame.tsx'
import { paths } from '#web/portal/paths.ts'
import { type Portal, portalPage } from '#web/portal/portal-page.ts'
import { useScope } from '#web/design/scope.ts'
import { usePortalWords } from '#web/portal/words.tsx'
import { notificationChoicePages } from './choices.tsx'
import { useNotificationWords } from './words.ts'

/** A person's notifications: the list, and the choice of kinds and channels. */
export function notificationPages(context: WebContext): readonly PageRoute[] {
  const { database } = context
  return [
    portalPage(context, {
      method: 'GET',
      path: paths.notifications,
      async handler({ session, query }) {
        const shown = await listNotifications(database, readerOf(session))
        const from = session.places.find(({ id }) => id === query.get('de'))
        const elsewhere = from?.id === session.place.id ? undefined : from
        return html(<NotificationList shown={shown} elsewhere={elsewhere} />)
      },
    }),
    portalPage(context, {
      method: 'POST',
      path: paths.notificationsRead,
      async handler({ session }) {
        await markRead(database, readerOf(session))
        return redirect(paths.notifications)
      },
    }),
    ...notificationChoicePages(context),
  ]
}

/** The reader, as use cases expect it. */
function readerOf({ place, person }: Pick<Portal, 'place' | 'person'>) {
  return { serviceEnvId: place.id, person }
}

interface ListProps {
  readonly shown: readonly ShownNotification[]
  /** The place that the message is about which led here, unless it is this one. */
  readonly elsewhere: Place | undefined
}

function NotificationList({ shown, elsewhere }: ListProps) {
  const words = useNotificationWords()
  const isAnyUnread = shown.some(({ isUnread }) => isUnread)
  return (
    <PortalFrame title={words.title}>
      <div class="row spread">
        <h1>{words.title}</h1>
        {isAnyUnread && (
          <Form action={paths.notificationsRead}>
            <Button look="quiet">{words.markRead}</Button>
          </Form>
        )}
      </div>
      {elsewhere && <Elsewhere place={elsewhere} />}
      {shown.length === 0 ? (
        <Empty title={words.none}>
          <p>{words.noneText}</p>
        </Empty>
      ) : (
        <ul class="card notifications">
          {shown.map((one) => (
            <Shown key={one.id} {...one} />
          ))}
        </ul>
      )}
      <p>
        <a href={paths.notificationChoices}>{words.choose}</a>
      </p>
    </PortalFrame>
  )
}

/** Nobody passes to another place by a link alone: they would not see which money they work with. */
function Elsewhere({ place: { id, publicName, mode } }: { readonly place: Place }) {
  const words = useNotificationWords().elsewhere
  return (
    <Notice tone="info" title={words.title}>
      <p>{words.text(publicName, usePortalWords().modes[mode])}</p>
      <Form action={paths.place}>
        <input type="hidden" name="vers" value={id} />
        <input type="hidden" name="page" value="notifications" />
        <Button look="quiet">{words.pass}</Button>
      </Form>
    </Notice>
  )
}

function Shown({ kind, details, createdAt, isUnread }: ShownNotification) {
  const words = useNotificationWords()
  const { language } = useScope()
  const { title, text } = notificationText(kind, details, language)
  const href = pathOf(kind, details)
  return (
    <li class={isUnread ? 'unread' : undefined}>
      <p>
        <b>
          <a href={href}>{title}</a>
        </b>
        {isUnread && <span class="sr">{words.unread}</span>}
      </p>
      <p class="soft">{text}</p>
      <p class="soft small">
        <Time at={createdAt} />
      </p>
    </li>
  )
}

/** The page with more about each kind, below which a single item has its own, if any. */
const morePaths: Readonly<Record<NotificationKind, string>> = {
  payments_received: paths.transactions,
  payouts_done: paths.payouts,
  payouts_failed: paths.payouts,
  standing_order_refused: paths.standingOrders,
  account_answer: paths.accounts,
  operator_down: paths.operators,
  webhook_failing: paths.webhooks,
  new_log_in: paths.sessions,
  monthly_statement: paths.balance,
  live_answer: paths.liveOpening,
}

function pathOf(kind: NotificationKind, { id, when }: NotificationDetails): string {
  if (kind === 'monthly_statement' && when !== undefined) {
    const { from, to } = daysOfMonth(when)
    return `${paths.transactions}?du=${from}&au=${to}`
  }
  return id === undefined ? morePaths[kind] : `${morePaths[kind]}/${id}`
}
