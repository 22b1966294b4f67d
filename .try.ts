import pg from 'pg'
const c = new pg.Client({connectionString:'postgres://postgres@127.0.0.1:55999/postgres'}); await c.connect(); await c.query('drop database if exists t1 with (force)'); await c.query('create database t1'); await c.end()
const { migrate } = await import('#db/migrate.ts')
console.log(await migrate('postgres://postgres@127.0.0.1:55999/t1'))
console.log(await migrate('postgres://postgres@127.0.0.1:55999/t1'))
