import assert from 'node:assert/strict'
import { languages } from '#domain/text/language.ts'
import { webhookEventTypes } from '#domain/webhooks/events.ts'
import { readGuides } from '#api/docs/guides.ts'
import { exampleEvent } from '#api/docs/webhooks.ts'

describe('the page of events', () => {
  for (const language of languages) {
    it(`says what each field of each event means, in its group's table (${language})`, () => {
      const guide = readGuides(language, 'https://pay.example').find(
        ({ name }) => name === 'events',
      )
      const sections = guide?.source.split(/^## /m) ?? []
      for (const { code } of webhookEventTypes) {
        const [group = ''] = code.split('.')
        const tables = sections.filter((each) =>
          new RegExp(`^.* ${group}(?: events)?\n`).test(each),
        )
        assert.equal(tables.length, 1, code)
        for (const field of fieldsOf(exampleEvent(code).data))
          assert.match(
            tables.join(''),
            new RegExp(`^\\| \`${field}\` \\| \\S.{3,} \\|$`, 'm'),
            code,
          )
      }
    })
  }
})

/** The names of all fields, nested ones dotted; what the merchant sent itself has names of its own. */
function fieldsOf(data: object): string[] {
  return Object.entries(data).flatMap(([name, value]: [string, unknown]) => {
    const isNested = typeof value === 'object' && value !== null && name !== 'metadata'
    return [name, ...(isNested ? fieldsOf(value).map((each) => `${name}\\.${each}`) : [])]
  })
}
