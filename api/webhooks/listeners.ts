import Type, { type Static } from 'typebox'
import { type FieldError, fail } from '#domain/errors/errors.ts'
import { type EventId, type ListenerId, type ServiceEnvId, asId } from '#domain/ids.ts'
import { parseTimestamp } from '#domain/text/timestamp.ts'
import { missOf, noAnswers } from '#domain/webhooks/listener-result.ts'
import type { Caller } from '#use-cases/keys/caller.ts'
import { announceListener } from '#use-cases/webhooks/announce-listener.ts'
import {
  type ListenerRecord,
  findListener,
  listListeners,
} from '#use-cases/webhooks/find-listeners.ts'
import {
  type ListenerResultRecord,
  listListenerResults,
} from '#use-cases/webhooks/list-listener-results.ts'
import {
  type ListenerResult,
  recordListenerResults,
} from '#use-cases/webhooks/record-listener-results.ts'
import {
  webhookListener as listenerSchema,
  webhookListenerResult as resultSchema,
} from '#api/schemas/webhook-listeners.ts'
import { addedVersion } from '#http/added-version.ts'
import type { ApiContext } from '#http/context.ts'
import { choiceField, idParameter, momentField, pageFields, said } from '#http/fields.ts'
import { page, timeAndId, timePosition, wholeList } from '#http/page.ts'
import { route } from '#http/route.ts'
import { choice, needs, without } from '#http/schema-choice.ts'
import { about } from './about.ts'
import { endpointFields } from './fields.ts'
import type { Mode } from '#domain/transactions/transaction.ts'
import { isoTime } from '#domain/text/text.ts'

const path = '/v2/webhook_listeners'

/** The developers' machines that `payments listen` passes events on to (docs/webhooks.md#listeners). */
export function listListenersRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path,
    keys: ['secret'],
    since: addedVersion,
    summary: 'Lister les écoutes',
    about: about.listWebhookListeners,
    answer: { object: listenerSchema, isList: true },
    async handler({ caller }) {
      const serviceEnvId = sandboxOf(caller)
      const listeners = await listListeners(context.database, serviceEnvId)
      return { body: wholeList(listeners.map((one) => presentListener(one, caller.mode))) }
    },
  })
}

/** Says that a developer listens; the same label is the same listener. */
export function announceListenerRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path,
    keys: ['secret'],
    since: addedVersion,
    summary: 'Annoncer une écoute',
    about: about.announceWebhookListener,
    answer: { object: listenerSchema },
    body: Type.Object({
      label: said(
        endpointFields.label,
        'A label that you choose. The same label is the same listener.',
        'listen-3f2a',
      ),
    }),
    async handler({ caller, body: { label } }) {
      const announcement = { serviceEnvId: sandboxOf(caller), label }
      const listener = await announceListener(context.database, announcement)
      return { body: { data: presentListener(listener, caller.mode) } }
    },
  })
}

const params = Type.Object({ id: idParameter('webhook_listener_not_found') })

/** What became of the events that a listener passed on, newest first. */
export function listListenerResultsRoute(context: ApiContext) {
  return route({
    method: 'GET',
    path: `${path}/:id/results`,
    keys: ['secret'],
    since: addedVersion,
    summary: 'Lister les résultats d’une écoute',
    about: about.listWebhookListenerResults,
    answer: { object: resultSchema, isList: true },
    params,
    query: Type.Object(pageFields),
    async handler({ caller, params, query }) {
      const { database } = context
      const serviceEnvId = sandboxOf(caller)
      const { id } = await findListener(database, serviceEnvId, asId<ListenerId>(params.id))
      const body = await page<ListenerResultRecord>(context, {
        place: { list: 'webhook-listener-results', scope: id },
        asked: query,
        read: ({ limit, after }) => {
          const at = timeAndId(after)
          const position = at && { recordedAt: at.createdAt, eventId: asId<EventId>(at.id) }
          const part = { limit, ...(position && { position }) }
          return listListenerResults(database, { serviceEnvId, id }, part)
        },
        positionOf: ({ recordedAt, eventId }) => timePosition(recordedAt, eventId),
        present: (row) => presentListenerResult(row, caller.mode),
      })
      return { body }
    },
  })
}

const resultsAtOnce = 100
const durationMsMax = 600_000
const triesMax = 1_000_000
const dayMs = 86_400_000
/** Nobody listened before; a machine's clock may be a day ahead. */
const firstDay = Date.UTC(2026, 0)

const told = Type.Object(
  {
    event_id: said(
      Type.String({ code: 'invalid_field', format: 'uuid' }),
      'The event that was forwarded.',
      '0197a3c2-ee10-7c0d-9e21-4b6f8d2a1c70',
    ),
    http_status: Type.Optional(
      said(
        Type.Integer({ code: 'invalid_field', minimum: 100, maximum: 599 }),
        'HTTP status of the answer to the last try. Either this or `error`.',
        200,
      ),
    ),
    error: Type.Optional(
      said(
        choiceField('invalid_field', noAnswers),
        'Why the last try got no answer. Either this or `http_status`.',
        'connection_failed',
      ),
    ),
    duration_ms: said(
      Type.Integer({ code: 'invalid_field', minimum: 0, maximum: durationMsMax }),
      'How long the last try took, in milliseconds.',
      84,
    ),
    tries: said(
      Type.Integer({ code: 'invalid_field', minimum: 1, maximum: triesMax }),
      'How often it was tried.',
      1,
    ),
    forwarded_at: said(
      momentField,
      'When the last try began, by the clock of that machine, in 2026 or later and at most a day ahead of the service’s: if an event has several results, the latest is kept.',
      '2026-11-22T09:30:04.120Z',
    ),
  },
  {
    additionalProperties: false,
    rules: choice(needs('http_status'), without('error'), needs('error')),
  },
)

type Told = Static<typeof told>

/** Records what became of events; safe to repeat. */
export function recordListenerResultsRoute(context: ApiContext) {
  return route({
    method: 'POST',
    path: `${path}/:id/results`,
    keys: ['secret'],
    since: addedVersion,
    summary: 'Dire ce que sont devenus les événements d’une écoute',
    about: about.recordWebhookListenerResults,
    answer: { object: listenerSchema },
    params,
    body: Type.Object({
      results: said(
        Type.Array(told, { code: 'invalid_field', minItems: 1, maxItems: resultsAtOnce }),
        'Results of events: at most a hundred.',
      ),
    }),
    checkFields: ({ body: { results = [] } }) => results.flatMap(faultsOf),
    async handler({ caller, params, body }) {
      const listener = await recordListenerResults(context.database, {
        serviceEnvId: sandboxOf(caller),
        id: asId<ListenerId>(params.id),
        results: body.results.map(resultOf),
      })
      return { body: { data: presentListener(listener, caller.mode) } }
    },
  })
}

/** Exactly one of answer and reason, and a moment that a clock may show. */
function faultsOf({ http_status, error, forwarded_at }: Told, index: number): FieldError[] {
  const faults: FieldError[] = []
  const refuse = (name: keyof Told) =>
    faults.push({ field: `results.${index}.${name}`, code: 'invalid_field' })
  if ((http_status === undefined) === (error === undefined)) refuse('http_status')
  const at = momentOf(forwarded_at).getTime()
  if (at < firstDay || at > Date.now() + dayMs) refuse('forwarded_at')
  return faults
}

function resultOf(result: Told): ListenerResult {
  return {
    eventId: asId<EventId>(result.event_id),
    httpStatus: result.http_status ?? null,
    error: result.error ?? null,
    durationMs: result.duration_ms,
    tries: result.tries,
    forwardedAt: momentOf(result.forwarded_at),
  }
}

/** Of a text that the schema let through. */
function momentOf(text: string): Date {
  return parseTimestamp(text) ?? new Date(Number.NaN)
}

/** Listeners are in sandbox only. Refusal: sandbox_mode_required. */
function sandboxOf({ mode, serviceEnvId }: Caller): ServiceEnvId {
  if (mode !== 'sandbox') throw fail('sandbox_mode_required')
  return serviceEnvId
}

/** The webhook listener object (docs/webhooks.md#listeners). */
function presentListener({ id, label, createdAt, lastSeenAt }: ListenerRecord, mode: Mode) {
  return {
    id,
    object: 'webhook_listener',
    mode,
    label,
    created_at: isoTime(createdAt),
    last_seen_at: isoTime(lastSeenAt),
  }
}

/** What became of one event, with the words of a delivery. */
function presentListenerResult(result: ListenerResultRecord, mode: Mode) {
  const { transaction } = result
  const error = missOf(result)
  return {
    id: result.eventId,
    object: 'webhook_listener_result',
    mode,
    type: result.event,
    test: result.isTest,
    transaction_id: transaction?.id ?? null,
    reference: transaction?.reference ?? null,
    status: error === null ? 'delivered' : 'failed',
    http_status: result.httpStatus,
    error,
    duration_ms: result.durationMs,
    tries: result.tries,
    forwarded_at: isoTime(result.forwardedAt),
    created_at: isoTime(result.recordedAt),
  }
}
