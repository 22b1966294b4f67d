import { sharedApiAlone } from '#test/support/api-alone.ts'
import { checkEach, looks, needBrowser, visit } from '#test/support/browser.ts'
import { accepted, cardCall, cards, debitCall } from '#test/support/cards.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'
import { createTenant, freshPhone } from '#test/support/tenant.ts'

describe('the banks of the sandbox in a browser', () => {
  before(needBrowser)
  const api = given(() => sharedApiAlone())
  const tenant = given(() => createTenant(api.database))

  for (const look of looks) {
    it(`ask for a card and for a mandate: ${look.name}`, async () => {
      const urlOf = async (call: Parameters<typeof accepted>[1]): Promise<string> => {
        const made = await accepted(api, call)
        return api.baseUrl + new URL(made.next_action.url as string).pathname
      }
      const visited = await visit(look)
      const { page, check, close } = visited
      await checkEach(visited, [
        ['mandat', await urlOf(debitCall(tenant.keys.secret, freshPhone('0012')))],
        ['carte', await urlOf(cardCall(tenant.keys.secret, cards.challenged))],
      ])
      await page.click('main button')
      await check('carte-validee', 'text=Paiement validé')
      await close()
    })
  }

  checksItsPages('banks')
})
