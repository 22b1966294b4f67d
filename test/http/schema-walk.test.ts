import assert from 'node:assert/strict'
import { Ajv2020 } from 'ajv/dist/2020.js'
import Type, { type TSchema } from 'typebox'
import { Components } from '#api/docs/components.ts'
import { createRoutes } from '#api/routes.ts'
import { createStaffRoutes } from '#api/staff/routes.ts'
import type { ApiContext } from '#http/context.ts'
import type { Route } from '#http/route.ts'
import { compileSchema, jsonSchemaOf } from '#http/schema-compiler.ts'
import { customerNameField } from '#http/fields.ts'
import { isJsonObject } from '#http/json.ts'
import { nameField } from '#use-cases/desk/fields.ts'
import { visibleText } from '#use-cases/fields.ts'

/** Routes are data: none asks for what it leans on before it is called. */
const nothing = {} as ApiContext

/** Places in a schema where a text may be as long as a body. */
function endless(node: unknown, place: string): string[] {
  if (Array.isArray(node)) return node.flatMap((part, at) => endless(part, `${place}.${at}`))
  if (!isJsonObject(node)) return []
  const { type } = node
  const isText = type === 'string' || (Array.isArray(type) && type.includes('string'))
  const isBounded = bounds.some((bound) => node[bound] !== undefined)
  const here = isText && !isBounded ? [place] : []
  return [
    ...here,
    ...Object.entries(node).flatMap(([key, part]) => endless(part, `${place}.${key}`)),
  ]
}

const bounds = ['maxLength', 'pattern', 'enum', 'const', 'format']

describe('every field of every route', () => {
  const routes: readonly Route[] = [...createRoutes(nothing), ...createStaffRoutes(nothing)]

  const schemas = routes.flatMap(({ method, path, ...parts }) =>
    (['body', 'query', 'params'] as const).flatMap((part) => {
      const schema = parts[part]
      return schema ? [{ place: `${method} ${path} ${part}`, schema }] : []
    }),
  )

  it('that is a text has a length, a pattern, a choice or a format', () => {
    assert.ok(routes.length > 100)
    assert.deepEqual(
      schemas.flatMap(({ place, schema }) => endless(jsonSchemaOf(schema), place)),
      [],
    )
  })

  it('has a schema that is one by JSON Schema', () => {
    const ajv = new Ajv2020()
    assert.ok(schemas.length > 100)
    for (const { place, schema } of schemas)
      assert.equal(ajv.validateSchema(jsonSchemaOf(schema)), true, place)
    assert.equal(
      ajv.validateSchema({ type: 'object', properties: { name: { type: 'txt' } } }),
      false,
    )
  })

  it('is found where it has none, however deep', () => {
    const schema = Type.Object({ list: Type.Array(Type.Object({ name: Type.String() })) })
    assert.deepEqual(endless(jsonSchemaOf(schema), 'body'), [
      'body.properties.list.items.properties.name',
    ])
  })

  it('holds no NUL and no half of a pair, be it a text that null clears', () => {
    const text = { type: 'string', maxLength: 9 }
    const schemas = [
      text,
      { ...text, type: ['string', 'null'] },
      { anyOf: [text, { type: 'null' }] },
    ]
    for (const schema of schemas) {
      const takes = compileSchema(Type.Unsafe(schema) as TSchema)
      assert.equal(takes('fine é 😀'), true)
      for (const bad of ['a\0b', '\ud800', 'x\udc00']) assert.equal(takes(bad), false)
    }
    const terminal = routes.find(
      ({ method, path }) => method === 'PATCH' && path === '/v2/terminals/:id',
    )
    assert.ok(terminal?.body)
    const takes = compileSchema(terminal.body)
    for (const name of ['label', 'point_of_sale', 'serial_number', 'device_type', 'app_version']) {
      assert.equal(takes({ [name]: 'fine' }), true, name)
      for (const bad of ['a\0b', '\ud800']) assert.equal(takes({ [name]: bad }), false, name)
    }
  })

  it('that is a name or a reason has something to see, which characters without a width are not', () => {
    const fields = [nameField, visibleText(20), customerNameField]
    const seen = ['Awa', 'é', '李', '😀', 'नि', '\u0643', '1\u200d', '\u200eAwa', '-']
    const unseen = ['', ' ', '\u00a0', '\u00ad', '\u200b', '\u200d\u2060', '\ufeff', '\u2800']
    const drawnAsNothing = ['\u3164', '\u115f\u1160', '\uffa0', '\ufe0f', '\u{e0041}', '\u034f']
    for (const field of fields) {
      const { publicPattern, takes } = readersOf(field)
      for (const text of seen)
        assert.deepEqual(
          [takes(text), publicPattern.test(text)],
          [true, true],
          JSON.stringify(text),
        )
      for (const text of [...unseen, ...drawnAsNothing])
        assert.equal(takes(text), false, JSON.stringify(text))
      for (const text of unseen) assert.equal(publicPattern.test(text), false, JSON.stringify(text))
    }
  })
})

/** How the service reads a field, and whoever reads its description. */
function readersOf(field: TSchema) {
  const { pattern } = new Components().publicSchema(field)
  return { takes: compileSchema(field), publicPattern: new RegExp(String(pattern), 'u') }
}
