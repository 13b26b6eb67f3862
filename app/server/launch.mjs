/**
 * Runs the scripts of package.json: `node app/server/launch.mjs <command> [words]`. It imports only Node's
 * modules and its own folder, so that it works before anything is installed.
 */
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);

if (major < 20 || (major === 20 && minor < 19)) {
  console.error(`Openbell needs Node.js 20.19 or newer; this is ${process.versions.node}.`);
  process.exit(1);
}

// Imported late, because an old Node would fail on its syntax before it could report its version.
const { launch } = await import("./launch/commands.mjs");
process.exitCode = await launch(process.argv.slice(2));
