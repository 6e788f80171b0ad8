//===- DerivativeLocations.h - Locations of generated ops -------*- C++ -*-===//
//
// Part of the sg project, under the Apache License v2.0 with LLVM Exceptions.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An op of a derivative function has the location of its primal op, fused with
// a role: fused<"adjoint">["model.mlir":12:8]. At higher order, roles nest,
// with the newest role outermost. Roles are strings, which other tools can
// parse without the grad dialect.
//
//===----------------------------------------------------------------------===//

#ifndef SG_TRANSFORMS_DERIVATIVELOCATIONS_H
#define SG_TRANSFORMS_DERIVATIVELOCATIONS_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

namespace sg::grad {

enum class Role { Primal, Tangent, Adjoint, Recompute };

inline llvm::StringRef stringify(Role role) {
  switch (role) {
  case Role::Primal:
    return "primal";
  case Role::Tangent:
    return "tangent";
  case Role::Adjoint:
    return "adjoint";
  case Role::Recompute:
    return "recompute";
  }
  return "";
}

/// Returns the outermost role of a location, or an empty string.
inline llvm::StringRef getRole(mlir::Location location) {
  auto fused = mlir::dyn_cast<mlir::FusedLoc>(location);
  if (!fused || fused.getLocations().size() != 1)
    return "";
  auto name = mlir::dyn_cast_or_null<mlir::StringAttr>(fused.getMetadata());
  for (Role role :
       {Role::Primal, Role::Tangent, Role::Adjoint, Role::Recompute})
    if (name && name == stringify(role))
      return name;
  return "";
}

inline mlir::Location withRole(mlir::Location location, Role role) {
  mlir::MLIRContext *context = location.getContext();
  return mlir::FusedLoc::get(
      {location}, mlir::StringAttr::get(context, stringify(role)), context);
}

/// Adds a role to the location of every op that a builder inserts. The role
/// replaces an existing role `primal` or `recompute`. An op with the role
/// `tangent` or `adjoint` keeps its role.
class RoleListener : public mlir::OpBuilder::Listener {
public:
  explicit RoleListener(Role role) : role(role) {}

  void notifyOperationInserted(mlir::Operation *op,
                               mlir::OpBuilder::InsertPoint previous) override {
    if (previous.isSet())
      return;
    mlir::Location location = op->getLoc();
    llvm::StringRef known = getRole(location);
    if (known == stringify(Role::Primal) || known == stringify(Role::Recompute))
      location = mlir::cast<mlir::FusedLoc>(location).getLocations().front();
    else if (!known.empty())
      return;
    op->setLoc(withRole(location, role));
  }

  Role role;
};

} // namespace sg::grad

#endif // SG_TRANSFORMS_DERIVATIVELOCATIONS_H
