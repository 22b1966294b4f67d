import { isCurrencyCode } from '#domain/money/currency.ts'
import { enterExchangeRates } from '#use-cases/rates/enter.ts'
import { listExchangeRates } from '#use-cases/rates/list.ts'
import { bodyCheck } from '#http/validate.ts'
import {
  checkRate,
  newRate,
  rateLine,
  readRatesCsv,
  type TypedRate,
} from '#use-cases/rates/typed.ts'
import type { WebContext } from '#web/context.ts'
import { html, redirect } from '#web/http/answer.ts'
import type { PageRoute } from '#web/http/route.ts'
import { takeForm } from '#web/staff/form-act.ts'
import { bodyOf } from '#web/staff/order.ts'
import type { RefusedAct } from '#web/staff/parts.tsx'
import { paths } from '#web/staff/paths.ts'
import { readQueue } from '#web/staff/queue.ts'
import { type DeskInput, staffPage } from '#web/staff/staff-page.ts'
import { RatesPage } from './view.tsx'

/** A file of rates, percent-encoded as forms are. */
const importBytesMax = 131_072

/** Exchange rates: what was entered, and by whom; one by one, or a file at once. */
export function ratePages(context: WebContext): readonly PageRoute[] {
  return [
    staffPage(context, {
      method: 'GET',
      path: paths.rates,
      permission: 'queues.view',
      handler: async (input) => html(await show(context, input, null)),
    }),
    staffPage(context, {
      method: 'POST',
      path: paths.rates,
      permission: 'rates.enter',
      handler: (input) => enter(context, input),
    }),
    staffPage(context, {
      method: 'POST',
      path: `${paths.rates}/import`,
      permission: 'rates.enter',
      formBytesMax: importBytesMax,
      handler: (input) => importFile(context, input),
    }),
  ]
}

const check = bodyCheck(rateLine)

const sentences = {
  currency: 'Choisissez une devise.',
  rate: 'Écrivez un nombre au-dessus de zéro, avec un point\u00A0: 655.957.',
  source: 'Écrivez d’où vient ce taux, en 120 signes au plus.',
}

function enter(context: WebContext, input: DeskInput) {
  const { session, requestId, form } = input
  const body: Readonly<Record<string, string>> & { readonly rate?: string } = bodyOf(form, [
    'currency',
    'rate',
    'source',
  ])
  const { rate } = body
  const typed = { ...body, ...(rate && { rate: rate.replace(',', '.') }) } as TypedRate
  return takeForm({
    errors: [...check(typed), ...checkRate(typed)],
    sentences,
    page: (refused) => show(context, input, refused),
    async work() {
      const rates = [newRate(typed)]
      await enterExchangeRates(context.database, session.person, { rates, cause: { requestId } })
      const text = 'Taux enregistré. Il vaut dès maintenant.'
      return redirect(paths.rates, { flash: { tone: 'ok', text } })
    },
  })
}

function importFile(context: WebContext, input: DeskInput) {
  const { session, requestId, form } = input
  const { rates, errors } = readRatesCsv(form.text('csv'), check)
  return takeForm({
    errors: errors.slice(0, 1).map((error) => ({ ...error, field: 'csv' })),
    sentences: { csv: csvText(errors[0]?.field ?? '') },
    page: (refused) => show(context, input, refused),
    async work() {
      const entry = { rates, cause: { requestId } }
      const { length } = await enterExchangeRates(context.database, session.person, entry)
      const text = length === 1 ? '1 taux enregistré.' : `${length} taux enregistrés.`
      return redirect(paths.rates, { flash: { tone: 'ok', text } })
    },
  })
}

/** `csv.3.rate` as a line and a column. */
function csvText(field: string): string {
  const [, line, column] = field.split('.')
  if (line === undefined || column === undefined)
    return 'Collez une table dont la première ligne est currency,rate,source,at, de 200 taux au plus.'
  return `Ligne ${line}\u00A0: la colonne ${column} n’est pas acceptée. Rien n’est enregistré.`
}

async function show(context: WebContext, input: DeskInput, refused: RefusedAct | null) {
  const asked = input.query.get('vue') ?? ''
  const view = isCurrencyCode(asked) ? asked : ''
  const { rows, next } = await readQueue(context, input, {
    list: `rates ${view}`,
    path: paths.rates,
    read: ({ limit, after }) =>
      listExchangeRates(context.database, {
        limit,
        currency: view === '' ? undefined : view,
        after: after && { at: after.createdAt, id: after.id },
      }),
    at: ({ at }) => at,
  })
  return (
    <RatesPage
      desk={input.session}
      rows={rows}
      next={next}
      view={view}
      refused={refused}
      form={input.form}
    />
  )
}
