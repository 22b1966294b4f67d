import { createHash, randomUUIDv7 } from 'node:crypto'
import Router from '@koa/router'
import Koa from 'koa'
import { Pool } from 'pg'
import rawBody from 'raw-body'

// The baseline of accepts and reads: Koa, a router, JSON, and one transaction of four prepared statements, or one select.

const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: 10 })
await pool.query(`
  create table if not exists payment (
    id uuid primary key, shop uuid not null, reference text not null, status text not null, amount numeric not null,
    body jsonb not null, created_at timestamptz not null default now(), unique (shop, reference));
  create table if not exists answer (key text primary key, body text not null);
  create table if not exists owed (id uuid primary key, kind text not null);
  create table if not exists usage (shop uuid primary key, requests bigint not null);`)

const statement = (name: string, text: string, values: readonly unknown[]) => ({
  name,
  text,
  values: [...values],
})

const router = new Router()
router.get('/', (context) => {
  context.body = { ok: true }
})
router.post('/payments', async (context) => {
  const body: unknown = JSON.parse((await rawBody(context.req, { limit: 32_768 })).toString())
  const id = randomUUIDv7()
  const answer = JSON.stringify({ data: { id, status: 'pending', body } })
  const key = createHash('sha256').update(context.get('Idempotency-Key')).digest('hex')
  const shop = '0190d0e0-0000-7000-8000-000000000001'
  const client = await pool.connect()
  try {
    await client.query('begin')
    await client.query(statement('key', 'insert into answer values ($1, $2)', [key, answer]))
    await client.query(
      statement(
        'payment',
        'insert into payment (id, shop, reference, status, amount, body) values ($1, $2, $3, $4, $5, $6)',
        [id, shop, id, 'pending', 1000, JSON.stringify(body)],
      ),
    )
    await client.query(statement('owed', 'insert into owed values ($1, $2)', [id, 'payment']))
    await client.query(statement('read', 'select requests from usage where shop = $1', [shop]))
    await client.query('commit')
  } finally {
    client.release()
  }
  context.status = 202
  context.type = 'json'
  context.body = answer
})
router.get('/payments/:id', async (context) => {
  const { rows } = await pool.query<{ id: string; status: string; body: unknown }>(
    statement('find', 'select id, status, amount, body, created_at from payment where id = $1', [
      context.params['id'],
    ]),
  )
  context.body = { data: rows[0] }
})

const app = new Koa()
app.use(router.routes())
app.listen(Number(process.env['PORT']), '127.0.0.1')
process.once('SIGTERM', () => process.exit(0))
