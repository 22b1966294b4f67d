import assert from 'node:assert/strict'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { looks, needBrowser, phone, visit } from '#test/support/browser.ts'
import { checksItsPages } from '#test/support/checked-pages.ts'
import { given } from '#test/support/given.ts'

describe('the design in a browser', () => {
  before(needBrowser)
  const api = given(() => sharedApiAlone())

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

    it(`speaks for the service at its door and at home: ${look.name}`, async () => {
      const { open, check, close } = await visit(look)
      for (const [path, name] of [
        ['/', 'accueil'],
        ['/portail/connexion', 'connexion'],
        ['/staff/connexion', 'connexion-equipe'],
      ] as const) {
        assert.equal(await open(api.baseUrl + path), 200)
        await check(name)
      }
      await close()
    })
  }

  it('can be kept on a phone as an app: the browser finds nothing missing', async () => {
    const { open, close, page } = await visit(phone, { needsWholeBrowser: true })
    const session = await page.context().newCDPSession(page)
    const missingOn = async (path: string) => {
      assert.equal(await open(api.baseUrl + path), 200)
      const { errors } = await session.send('Page.getAppManifest')
      assert.deepEqual(errors, [], path)
      const { installabilityErrors } = await session.send('Page.getInstallabilityErrors')
      // A window of a test is a private one, in which nothing is kept.
      return installabilityErrors
        .map(({ errorId }) => errorId)
        .filter((id) => id !== 'in-incognito')
    }
    assert.deepEqual(await missingOn('/portail/connexion'), [])
    assert.deepEqual(await missingOn('/staff/connexion'), [])
    assert.deepEqual(await missingOn('/etat'), ['no-manifest'], 'what is missing is found')
    await session.detach()
    await close()
  })

  it('stands still on its first page, and has its own letters on the next', async () => {
    const { open, close, page } = await visit(phone, { script: noteShifts })
    const session = await page.context().newCDPSession(page)
    await open(`${api.baseUrl}/`)
    assert.equal(await page.evaluate('window.shifted'), 0)
    await open(`${api.baseUrl}/portail/connexion`)
    assert.equal(await page.evaluate('window.shifted'), 0)
    await session.send('DOM.enable')
    await session.send('CSS.enable')
    const { root } = await session.send('DOM.getDocument')
    const { nodeId } = await session.send('DOM.querySelector', {
      nodeId: root.nodeId,
      selector: 'h1',
    })
    const { fonts } = await session.send('CSS.getPlatformFontsForNode', { nodeId })
    assert.deepEqual(
      fonts.map(({ familyName, isCustomFont }) => [familyName.split(' ')[0], isCustomFont]),
      [['Inter', true]],
    )
    await session.detach()
    await close()
  })

  it('has icons that are the mark', async () => {
    const { open, close, page } = await visit(phone)
    await open(`${api.baseUrl}/portail/connexion`)
    for (const side of [192, 512]) {
      const apart = await page.evaluate<number>(differenceOf(side))
      assert.ok(apart < 1, `icon-${side}.png differs from the mark by ${apart} of 255`)
    }
    await close()
  })

  checksItsPages('design')
})

const noteShifts = `
  window.shifted = 0
  new PerformanceObserver((list) => {
    for (const { value } of list.getEntries()) window.shifted += value
  }).observe({ type: 'layout-shift', buffered: true })`

/** How far the points of an icon are from those of the mark, on average. */
function differenceOf(side: number): string {
  return `(async () => {
    const pointsOf = async (source) => {
      const picture = new Image(${side}, ${side})
      picture.src = source
      await picture.decode()
      const canvas = document.createElement('canvas')
      canvas.width = canvas.height = ${side}
      const surface = canvas.getContext('2d')
      surface.drawImage(picture, 0, 0, ${side}, ${side})
      return surface.getImageData(0, 0, ${side}, ${side}).data
    }
    const mark = await pointsOf('/assets/icon.svg')
    const icon = await pointsOf('/assets/icon-${side}.png')
    let apart = 0
    for (let at = 0; at < mark.length; at += 1) apart += Math.abs(mark[at] - icon[at])
    return apart / mark.length
  })()`
}
