//! `safari bot`: an agent as an outside bot, on standard input and output.

use std::io;

use safari_agents::Registry;
use safari_protocol::{ServeError, serve};

use crate::args::BotArgs;
use crate::files;
use crate::problem::Problem;

pub(crate) fn run(args: &BotArgs, registry: &Registry) -> Result<(), Problem> {
    let factory = registry.parse(&args.agent).map_err(|error| Problem::Input(error.to_string()))?;
    let tiles = files::tile_set(args.tiles.as_ref())?;
    let (mut input, mut output) = (io::stdin().lock(), io::stdout().lock());
    serve(tiles, &|players| factory.build(players), &mut input, &mut output).map_err(|error| match error {
        ServeError::Io(error) if error.kind() == io::ErrorKind::InvalidData => {
            Problem::Input("standard input is not text in UTF-8".into())
        }
        ServeError::Io(error) => Problem::from(error),
        ServeError::Agent(error) => Problem::Failure(error.to_string()),
        ServeError::Head(_) | ServeError::Message(_) | ServeError::Impossible(_) => {
            Problem::Input(format!("standard input: {error}"))
        }
    })
}
