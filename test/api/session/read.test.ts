import assert from 'node:assert/strict'
import { isUuid } from '#domain/ids.ts'
import { sharedApiScene } from '#test/support/api-scene.ts'
import { given } from '#test/support/given.ts'
import { createTenant } from '#test/support/tenant.ts'

describe('GET /v2/session', () => {
  const scene = given(() => sharedApiScene())

  const kinds = {
    secret: { key_type: 'secret', channel: 'api' },
    public: { key_type: 'public', channel: 'widget' },
    terminal: { key_type: 'terminal', channel: 'pos' },
    session: { key_type: 'session', channel: 'shop' },
  } as const

  for (const mode of ['sandbox', 'live'] as const) {
    it(`tells each ${mode} key who calls, for which service, from which desk, and nothing else`, async () => {
      const tenant = await createTenant(scene.service.database, { mode, currency: 'EUR' })
      for (const kind of ['secret', 'public', 'terminal', 'session'] as const) {
        const key = tenant.keys[kind]
        const { status, json, text } = await scene.call({ path: '/v2/session', key })
        assert.equal(status, 200)
        const { id, terminal, ...rest } = json.data
        assert.ok(isUuid(id))
        assert.deepEqual(rest, {
          object: 'session',
          ...kinds[kind],
          mode,
          service: {
            id: tenant.serviceId,
            name: 'Boutique Essai',
            public_name: 'Boutique Essai',
            currency: 'EUR',
          },
          collaborator:
            kind === 'session' ? { id: tenant.collaboratorId, name: 'Kossi Agbo' } : null,
        })
        if (kind === 'secret' || kind === 'public') assert.equal(terminal, null)
        else {
          const { point_of_sale, ...shown } = terminal
          assert.deepEqual(shown, { id: tenant.terminalId, label: 'Caisse 1' })
          assert.equal(point_of_sale.name, 'Ganhi')
        }
        assert.ok(!text.includes(key))
      }
    })
  }
})
