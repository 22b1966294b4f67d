-- Logos that we serve ourselves: a picture on another host could be changed, or watch who looks at it.

create table service_logo (
  service_id uuid primary key references service,
  -- Part of its address: another picture has another one.
  digest text not null check (digest = encode(sha256(content), 'hex')),
  type text not null,
  width int not null check (width between 16 and 1024),
  height int not null check (height between 16 and 1024),
  content bytea not null check (octet_length(content) between 1 and 204800),
  changed_at timestamptz(3) not null default now(),
  constraint service_logo_is_what_it_says check (
    type = 'png' and substr(content, 1, 8) = '\x89504e470d0a1a0a'
    or type = 'jpeg' and substr(content, 1, 3) = '\xffd8ff')
);
create index service_logo_by_digest on service_logo (digest);

-- An address of anywhere, which nothing could write but SQL.
alter table service drop column logo_url;
