/** What one try of archiving needs to know. */
export type Place = {
  data: string;
  port: number;
  /** Of the server's socket, and of pgBackRest's locks, queue and log. */
  folder: string;
  /** The account that runs both; pgBackRest signs in with this name through the socket. */
  account: string;
  store: {
    port: number;
    certificate: string;
    settings: { bucket: string; region: string; accessKeyId: string; secretAccessKey: string };
  };
};

/** As in docs/operating/backup-and-restore.md, with the addresses of this try. */
export const backrestSettings = ({ data, port, folder, account, store }: Place): string => `[global]
repo1-type=s3
repo1-path=/openbell
repo1-s3-endpoint=localhost
repo1-s3-bucket=${store.settings.bucket}
repo1-s3-region=${store.settings.region}
repo1-s3-uri-style=path
repo1-s3-key=${store.settings.accessKeyId}
repo1-s3-key-secret=${store.settings.secretAccessKey}
repo1-storage-port=${store.port}
repo1-storage-ca-file=${store.certificate}
repo1-cipher-type=aes-256-cbc
repo1-cipher-pass=only-for-this-try
repo1-retention-full=2
start-fast=y
lock-path=${folder}
spool-path=${folder}
log-path=${folder}
log-level-file=off

[openbell]
pg1-path=${data}
pg1-port=${port}
pg1-socket-path=${folder}
pg1-user=${account}
`;

/** Every minute's changes are in the store within a minute more, also at night. */
export const archivingSettings = (pgbackrest: string, config: string): string => `
wal_level = replica
archive_mode = on
archive_command = '${pgbackrest} --config=${config} --stanza=openbell archive-push %p'
restore_command = '${pgbackrest} --config=${config} --stanza=openbell archive-get %f "%p"'
archive_timeout = 60
`;
