import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { accountsMax, waitingAccountsMax } from '#domain/authorized-accounts/account.ts'
import { cashiersMax } from '#domain/cash-sessions/cash-session.ts'
import { asId, type TerminalId } from '#domain/ids.ts'
import { workingKeysMax } from '#domain/keys/scopes.ts'
import { linksADayMax } from '#domain/payment-links/payment-link.ts'
import { membersMax } from '#domain/people/person.ts'
import type { Phone } from '#domain/phone/phone.ts'
import { pointsOfSaleMax, terminalsMax } from '#domain/terminals/terminal.ts'
import { zero } from '#domain/money/money.ts'
import { addAuthorizedAccount } from '#use-cases/authorized-accounts/add.ts'
import { openCashSession } from '#use-cases/cash-sessions/open.ts'
import { replaceApiKey } from '#use-cases/keys/replace.ts'
import { createPaymentLink } from '#use-cases/payment-links/create.ts'
import { invitePerson } from '#use-cases/people/invite.ts'
import { disablePerson, enablePerson } from '#use-cases/people/manage.ts'
import { changeTerminal } from '#use-cases/terminals/change.ts'
import { createTerminal } from '#use-cases/terminals/create.ts'
import { onPool } from '#db/sql.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { callNewest } from '#test/support/call.ts'
import { given } from '#test/support/given.ts'
import { outcomeOf } from '#test/support/outcome.ts'
import { cause, createOwner, createPortalUser } from '#test/support/people.ts'
import { createTenant, type TenantOptions } from '#test/support/tenant.ts'

const room = 3
const atOnce = 100

/** Whatever a merchant may make without end would fill a table, a list or a queue that others need as well. */
describe('what one merchant may have of everything', function () {
  this.timeout(120_000)
  const api = given(() => sharedApiAlone())
  const place = (options: TenantOptions = {}) => createTenant(api.database, options)
  const run = (statement: string, values: readonly unknown[]) =>
    onPool(api.database.pool).rows(statement, values)

  /** Sends a hundred at once where three fit: three are taken, the others told why not. */
  async function onlyThree(code: string, make: (at: number) => Promise<unknown>) {
    const made = await Promise.all(
      Array.from({ length: atOnce }, (_, at) => outcomeOf(make(at)).then(String)),
    )
    const refused = made.filter((outcome) => outcome.includes(code)).length
    assert.equal(
      refused,
      atOnce - room,
      made.find((outcome) => !outcome.includes(code)),
    )
  }

  const terminal = { type: 'pos', label: 'Caisse', serialNumber: null, deviceType: null } as const

  it('a thousand terminals, those that were deleted not counted', async () => {
    const { serviceEnvId, keys } = await place()
    await run(
      `insert into terminal (id, service_env_id, type, label, deleted_at)
       select gen_random_uuid(), $1, 'pos', 'x', case when n > $2 then now() end
       from generate_series(1, $2 + 50) n`,
      [serviceEnvId, terminalsMax - 1 - room],
    )
    await onlyThree('terminals_too_many', () =>
      createTerminal(api.database, serviceEnvId, { ...terminal, pointOfSale: null }),
    )
    const body = { type: 'pos', label: 'Caisse' }
    const refused = await callNewest(api, keys.secret, ['POST /v2/terminals', body])
    assert.deepEqual([refused.status, refused.json.error.code], [409, 'terminals_too_many'])
  })

  it('five hundred points of sale, by new terminals and by changed ones', async () => {
    const { serviceEnvId, terminalId } = await place()
    await run(
      `insert into point_of_sale (id, service_env_id, name)
       select gen_random_uuid(), $1, 'shop ' || n from generate_series(1, $2) n`,
      [serviceEnvId, pointsOfSaleMax - 1 - room],
    )
    const id = asId<TerminalId>(terminalId)
    await onlyThree('points_of_sale_too_many', (at) => {
      const pointOfSale = `new ${at}`
      return at % 2 === 0
        ? createTerminal(api.database, serviceEnvId, { ...terminal, pointOfSale })
        : changeTerminal(api.database, { serviceEnvId, id }, { pointOfSale })
    })
    await changeTerminal(api.database, { serviceEnvId, id }, { pointOfSale: 'shop 1' })
  })

  it('two thousand cashiers', async () => {
    const { serviceEnvId, serviceId, keys } = await place()
    await run(
      `insert into collaborator (id, service_id, name)
       select gen_random_uuid(), $1, 'cashier ' || n from generate_series(1, $2) n`,
      [serviceId, cashiersMax - 1 - room],
    )
    const ids: string[] = []
    for (let at = 0; at < atOnce; at += 1) {
      const input = { ...terminal, pointOfSale: null }
      ids.push((await createTerminal(api.database, serviceEnvId, input)).terminal.id)
    }
    await onlyThree('cashiers_too_many', (at) => {
      const id = asId<TerminalId>(ids[at] ?? '')
      const input = { seconds: 60, openingFloat: zero('XOF'), note: null }
      const cashier = { name: `new ${at}` }
      return openCashSession(api.database, { serviceEnvId, id }, { ...input, cashier })
    })
    const open = `POST /v2/terminals/${ids.at(-1)}/sessions`
    const known = { operator: { name: 'cashier 1' } }
    const stranger = { operator: { name: 'somebody else' } }
    const refused = await callNewest(api, keys.secret, [open, stranger])
    assert.deepEqual([refused.status, refused.json.error.code], [409, 'cashiers_too_many'])
    assert.equal((await callNewest(api, keys.secret, [open, known])).status, 201)
  })

  it('twenty keys of a kind that work, and always one that ends the others at once', async () => {
    const { serviceEnvId: id } = await place()
    const replace = (oldWorkSeconds: number) =>
      replaceApiKey(
        api.database,
        { id, mode: 'sandbox' },
        {
          kind: 'secret',
          oldWorkSeconds,
          scopes: ['payments'],
        },
      )
    for (let keys = 1; keys < workingKeysMax - room; keys += 1) await replace(3600)
    await onlyThree('api_keys_too_many', () => replace(3600))
    await replace(0)
  })

  it('five hundred people, whether they are invited or let in again', async () => {
    const owner = await createOwner(api.database)
    const { merchantId } = owner
    const member = await createPortalUser(api.database, { merchantId, role: 'developer' })
    const managed = { realm: 'portal', manager: owner, id: member.id, cause: cause() } as const
    await disablePerson(api.database, managed)
    await run(
      `insert into person (id, realm, merchant_id, role, name, email)
       select gen_random_uuid(), 'portal', $1, 'developer', 'x', gen_random_uuid() || '@example.com'
       from generate_series(1, $2)`,
      [merchantId, membersMax - 1 - room],
    )
    await onlyThree('members_too_many', () =>
      invitePerson(
        api.database,
        { realm: 'portal', inviter: owner },
        {
          name: 'Sena',
          email: `${randomUUID()}@example.com`,
          role: 'developer',
          cause: cause(),
        },
      ),
    )
    await assert.rejects(enablePerson(api.database, managed), { code: 'members_too_many' })
  })

  const account = (at: number) =>
    ({
      type: 'mobile_money',
      provider: 'mtn-benin',
      phone: { phone: `229019${String(at).padStart(7, '0')}`, country: 'BJ' } as unknown as Phone,
      holderName: 'Awa Dossou',
    }) as const

  for (const [mode, code, max] of [
    ['live', 'authorized_accounts_too_many', waitingAccountsMax],
    ['sandbox', 'authorized_account_limit_reached', accountsMax],
  ] as const)
    it(`${max} accounts to pay out to in ${mode}`, async () => {
      const { serviceEnvId } = await place({ mode })
      await run(
        `insert into authorized_account (id, service_env_id, type, provider, phone, country, holder_name, status, verified_at)
         select gen_random_uuid(), $1, 'mobile_money', 'mtn-benin', (2290150000000 + n)::text, 'BJ', 'x', $3, now()
         from generate_series(1, $2) n`,
        [serviceEnvId, max - room, mode === 'live' ? 'pending' : 'active'],
      )
      await onlyThree(code, (at) => addAuthorizedAccount(api.database, serviceEnvId, account(at)))
    })

  it('twenty thousand new payment links in a day, and it is told when there is room again', async () => {
    const { serviceEnvId, keys } = await place()
    await run(
      `insert into payment_link (id, service_env_id, title, currency, created_at)
       select gen_random_uuid(), $1, 'x', 'XOF', now() - case when n > $2 then 25 else 23 end * interval '1 hour'
       from generate_series(1, $2 + 50) n`,
      [serviceEnvId, linksADayMax - room],
    )
    const none = { description: null, redirectUrl: null, successMessage: null, expiresAt: null }
    const open = { price: null, minAmount: null, maxAmount: null, maxPayments: null }
    const link = { ...none, ...open, title: 'x', currency: 'XOF', customFields: [], metadata: {} }
    await onlyThree('payment_links_too_many', () =>
      createPaymentLink(api.database, serviceEnvId, { ...link, currency: 'XOF' }),
    )
    const refused = await callNewest(api, keys.secret, ['POST /v2/payment-links', { title: 'x' }])
    assert.deepEqual([refused.status, refused.json.error.code], [429, 'payment_links_too_many'])
    const seconds = Number(refused.headers.get('Retry-After'))
    assert.ok(seconds > 3000 && seconds <= 3600, String(seconds))
  })
})
