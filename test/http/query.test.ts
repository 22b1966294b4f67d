import assert from 'node:assert/strict'
import Type from 'typebox'
import {
  choiceField,
  cursorParameter,
  limitParameter,
  timestampParameter,
  waitParameter,
} from '#http/fields.ts'
import { queryCheck } from '#http/validate.ts'

describe('query parameters', () => {
  const read = queryCheck(
    Type.Object({
      limit: Type.Optional(limitParameter),
      cursor: Type.Optional(cursorParameter),
      wait: Type.Optional(waitParameter),
      status: Type.Optional(Type.Array(choiceField('invalid_parameter', ['pending', 'failed']))),
      created_after: Type.Optional(timestampParameter),
      deep: Type.Optional(Type.Boolean()),
    }),
  )
  const codes = (search: string) =>
    Object.fromEntries(read(search).errors.map(({ field, code }) => [field, code]))

  it('become values of their types', () => {
    const { query, errors } = read(
      'limit=5&status=pending,failed&deep=true&created_after=2026-01-31&',
    )
    assert.deepEqual(errors, [])
    assert.deepEqual(
      { ...query },
      { limit: 5, status: ['pending', 'failed'], deep: true, created_after: '2026-01-31' },
    )
  })

  it('are refused when unknown, repeated, empty, shaped as arrays or out of range', () => {
    const cases: [string, Record<string, string>][] = [
      ['limit=0', { limit: 'invalid_parameter' }],
      ['limit=101', { limit: 'invalid_parameter' }],
      ...['5.0', '1e1', '0x10', '+5', ' 5', '5 ', '٥', 'NaN', '5,6', '', `${'9'.repeat(400)}`].map(
        (text): [string, Record<string, string>] => [
          `limit=${encodeURIComponent(text)}`,
          { limit: 'invalid_parameter' },
        ],
      ),
      ['limit=5&limit=5', { limit: 'invalid_parameter' }],
      ['nope=1&nope=2', { nope: 'unknown_parameter' }],
      ['status[]=pending', { 'status[]': 'unknown_parameter' }],
      ['status=pending,', { status: 'invalid_parameter' }],
      ['status=done', { status: 'invalid_parameter' }],
      ['status=', { status: 'invalid_parameter' }],
      ['deep=1', { deep: 'invalid_parameter' }],
      ['wait=21', { wait: 'invalid_wait' }],
      ['wait=-1', { wait: 'invalid_wait' }],
      ['wait=', { wait: 'invalid_wait' }],
      ['cursor=', { cursor: 'invalid_cursor' }],
      ['cursor=%00', { cursor: 'invalid_cursor' }],
      ['Limit=5', { Limit: 'unknown_parameter' }],
      ['=5', { '': 'unknown_parameter' }],
      ['__proto__=5', JSON.parse('{"__proto__":"unknown_parameter"}')],
      [
        'a=1&wait=x&limit=',
        { a: 'unknown_parameter', wait: 'invalid_wait', limit: 'invalid_parameter' },
      ],
    ]
    for (const [search, expected] of cases) assert.deepEqual(codes(search), expected, search)
  })

  it('times are ISO 8601, on days that exist', () => {
    const good = [
      '2026-01-31',
      '2024-02-29',
      '2026-01-31T10:00Z',
      '2026-01-31T10:00:00Z',
      '2026-01-31T10:00:00.123456Z',
      '2026-01-31T10:00:00%2B01:00',
      '2026-01-31T10:00:00+01:00',
      '2026-01-31T10:00:00-01:00',
    ]
    const bad = [
      '2026-02-29',
      '2026-13-01',
      '2026-1-1',
      '2026-01-31T25:00Z',
      '2026-01-31T10:00:00',
      '20260131',
      '1769853600',
      'now',
      '2026-01-31T10:00:60Z',
      '2026-01-31T10:00:00+99:00',
      '+002026-01-31',
      '2026-02-31T10:00:00Z',
    ]
    for (const text of good) assert.deepEqual(codes(`created_after=${text}`), {}, text)
    for (const text of bad)
      assert.deepEqual(
        codes(`created_after=${encodeURIComponent(text)}`),
        { created_after: 'invalid_parameter' },
        text,
      )
  })
})
