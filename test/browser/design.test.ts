import assert from 'node:assert/strict'
import { type ApiAlone, sharedApiAlone } from '#test/support/api-alone.ts'
import { looks, needBrowser, visit } from '#test/support/browser.ts'

describe('the design in a browser', () => {
  let api: ApiAlone

  before(async function () {
    needBrowser(this)
    api = await sharedApiAlone()
  })
  after(() => api?.stop())

  for (const look of looks) {
    it(`shows every component without barrier, sideways scroll or complaint: ${look.name}`, async () => {
      const { open, check, close } = await visit(look)
      assert.equal(await open(`${api.baseUrl}/design`), 200)
      await check('design')
      await close()
    })

    it(`tells of an address that leads nowhere, in a page: ${look.name}`, async () => {
      const { open, check, close } = await visit(look)
      assert.equal(await open(`${api.baseUrl}/nulle-part`), 404)
      await check('erreur-404')
      await close()
    })
  }
})
