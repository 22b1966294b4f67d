import assert from 'node:assert/strict'
import { frenchParts, sentenceIn } from '#api/docs/french.ts'
import { sentence } from '#api/docs/html.ts'
import { sharedApiAlone } from '#test/support/api-alone.ts'
import { typingFaults } from '#test/support/french.ts'
import { given } from '#test/support/given.ts'

describe('the reference in French', () => {
  const api = given(() => sharedApiAlone())
  const pages: { readonly english: string; readonly french: string }[] = []

  before(async () => {
    const page = async (path: string) => (await fetch(api.baseUrl + path)).text()
    const home = await page('/docs/en')
    const slugs = new Set(
      [...home.matchAll(/\/docs\/en(\/reference\/[a-z-]+)/g)].map(([, at]) => at),
    )
    for (const slug of [...slugs, '/events']) {
      pages.push({ english: await page(`/docs/en${slug}`), french: await page(`/docs${slug}`) })
    }
    assert.ok(pages.length > 10)
  })

  it('leaves no sentence of the description in English', () => {
    const left = pages.flatMap(({ english, french }) => leftInEnglish(english, french))
    assert.deepEqual([...new Set(left)], [])
  })

  it('notices a sentence that has no French', () => {
    const [{ english, french } = { english: '', french: '' }] = pages
    const [, second = ''] = sentencesOf(english)
    const [, translated = ''] = sentencesOf(french)
    assert.deepEqual(leftInEnglish(english, french.replace(translated, second)), [second])
    assert.match(sentenceIn('Nobody said this.', 'fr').html, /^Nobody said this\.$/)
  })

  it('has no French for what is not said any more, and says nothing twice', () => {
    const shown = pages.flatMap(({ english }) => sentencesOf(english))
    const keys = frenchParts.flatMap((part) => Object.keys(part))
    assert.equal(new Set(keys).size, keys.length)
    const unused = keys.filter((key) => !shown.some((each) => each.startsWith(sentence(key).html)))
    assert.deepEqual(unused, [])
    console.log(
      `      ${shown.length} sentences on ${pages.length} pages, ${keys.length} in French`,
    )
  })

  it('is typed as French is', () => {
    for (const { french } of pages) {
      for (const text of sentencesOf(french)) {
        const plain = text.replaceAll(/<code>.*?<\/code>/g, 'x').replaceAll('&#39;', "'")
        assert.deepEqual(typingFaults(plain), [], text)
      }
    }
  })
})

/** What is said of operations, parameters and fields of a page, in its order. */
function sentencesOf(page: string): string[] {
  const said =
    /<p class="type">.*?<\/p>\s*<p>(.*?)<\/p>|<dd>(.*?)(?:<span class="values">|<\/dd>)|<td><code>[^<]*<\/code><\/td>\s*<td>(.*?)<\/td>/gs
  return [...page.matchAll(said)].map(([, operation, field, ofEvent = '']) =>
    (operation ?? field ?? ofEvent).trim(),
  )
}

/** Sentences that stand on both pages, but for those that are the same in both languages. */
function leftInEnglish(english: string, french: string): string[] {
  const [said, inFrench] = [sentencesOf(english), sentencesOf(french)]
  assert.equal(said.length, inFrench.length)
  return said.filter((text, at) => text === '' || (text === inFrench[at] && !alike.has(text)))
}

const alike: ReadonlySet<string> = new Set(
  frenchParts.flatMap((part) =>
    Object.entries(part).flatMap(([english, french]) =>
      english === french ? [sentence(english).html] : [],
    ),
  ),
)
