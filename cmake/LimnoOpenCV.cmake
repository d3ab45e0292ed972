# SPDX-FileCopyrightText: 2026 Limnograph developers
# SPDX-License-Identifier: GPL-3.0-or-later

# What a target needs that decodes images: three libraries of OpenCV 4, and those for the formats that it
# cannot read or does not read well.
# find_package(OpenCV) is no way to them: its files are in a package that brings every module of OpenCV, with VTK and Qt.
add_library(limno_opencv INTERFACE)
find_path(LIMNOGRAPH_OPENCV_INCLUDE opencv2/imgcodecs.hpp PATH_SUFFIXES opencv4)
foreach(library imgcodecs imgproc core)
  find_library(LIMNOGRAPH_OPENCV_${library} opencv_${library})
  if(NOT LIMNOGRAPH_OPENCV_INCLUDE OR NOT LIMNOGRAPH_OPENCV_${library})
    message(FATAL_ERROR "OpenCV's ${library} is missing. Install the packages of packaging/debian-packages.txt, or configure with -DLIMNOGRAPH_IMAGES=OFF.")
  endif()
  add_library(OpenCV::${library} SHARED IMPORTED)
  set_target_properties(OpenCV::${library} PROPERTIES
    IMPORTED_LOCATION "${LIMNOGRAPH_OPENCV_${library}}" INTERFACE_INCLUDE_DIRECTORIES "${LIMNOGRAPH_OPENCV_INCLUDE}")
  target_link_libraries(limno_opencv INTERFACE OpenCV::${library})
endforeach()
find_package(GIF 5 REQUIRED)
find_package(TIFF 4.5 REQUIRED)
pkg_check_modules(WEBPDEMUX REQUIRED IMPORTED_TARGET libwebpdemux)
target_link_libraries(limno_opencv INTERFACE GIF::GIF TIFF::TIFF PkgConfig::WEBPDEMUX)
