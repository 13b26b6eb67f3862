import { contentTrigger, type Subject } from "./parts";

/** Figures of the track record, kept by day and by reader. */
export const TRACK_RECORD: Subject = {
  functions: {
    /**
     * Marks the days whose figures a changed call makes outdated. Marks are only added: writers of a shared
     * row would wait for each other.
     */
    mark_track_record: `
create function mark_track_record() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    delete from track_record_days;
    delete from track_record_figures;
    delete from track_record_marks;
    return null;
  end if;
  execute format(
    'insert into track_record_marks (from_day, until_day)
     select distinct day, day from (%s) as changed
      cross join lateral (values (ended_on), (waits_from)) as days (day) where part is not null',
    case tg_op
      when 'INSERT' then 'select part, ended_on, waits_from from added'
      when 'DELETE' then 'select part, ended_on, waits_from from gone'
      else '(select id, part, result, kind, list, audience, made_at, ended_on, waits_from from added
               except select id, part, result, kind, list, audience, made_at, ended_on, waits_from from gone) union all
            (select id, part, result, kind, list, audience, made_at, ended_on, waits_from from gone
               except select id, part, result, kind, list, audience, made_at, ended_on, waits_from from added)'
    end);
  return null;
end
$$;
`,
    /** Marks all days from a changed close of the index on: calls that end later are compared with it. */
    mark_track_record_index: `
create function mark_track_record_index() returns trigger language plpgsql as $$
begin
  if tg_op = 'TRUNCATE' then
    insert into track_record_marks (from_day) values ('-infinity');
    return null;
  end if;
  execute format(
    'insert into track_record_marks (from_day)
     select min(day) from (%s) as changed
      where instrument_id = (select index_id from track_record_basis) having count(*) > 0',
    case tg_op
      when 'INSERT' then 'select instrument_id, day from added'
      when 'DELETE' then 'select instrument_id, day from gone'
      else '(select instrument_id, day, close from added except select instrument_id, day, close from gone) union all
            (select instrument_id, day, close from gone except select instrument_id, day, close from added)'
    end);
  return null;
end
$$;
`,
  },
  tables: {
    track_record_days: `
create table track_record_days (
  scope text not null check (scope in ('all', 'part', 'kind', 'list', 'year', 'readers')),
  name text not null,
  day date not null,
  settled int not null,
  gained int not null,
  total double precision not null,
  best double precision not null,
  worst double precision not null,
  drawdown double precision not null,
  held double precision not null,
  compared int not null,
  above double precision not null,
  peak double precision not null,
  trough double precision not null,
  reader text not null check (reader in ('everybody', 'members', 'private')),
  primary key (reader, scope, name, day)
);
create index track_record_days_day_index on track_record_days (day);
`,
    track_record_figures: `
create table track_record_figures (
  scope text not null check (scope in ('all', 'part', 'kind', 'list', 'year', 'readers')),
  name text not null,
  settled int not null,
  gained int not null,
  total double precision not null,
  best double precision not null,
  worst double precision not null,
  drawdown double precision not null,
  held double precision not null,
  compared int not null,
  above double precision not null,
  median double precision,
  outdated boolean not null default false,
  reader text not null check (reader in ('everybody', 'members', 'private')),
  primary key (reader, scope, name)
);
${contentTrigger("track_record_figures")}
`,
    track_record_marks: `
create table track_record_marks (
  id bigserial primary key,
  from_day date not null,
  until_day date
);
`,
    /** One row: the index and the time zone that the figures were computed with. */
    track_record_basis: `
create table track_record_basis (
  single boolean not null default true primary key constraint track_record_basis_single check (single = true),
  index_id uuid,
  zone text not null
);
`,
  },
};
